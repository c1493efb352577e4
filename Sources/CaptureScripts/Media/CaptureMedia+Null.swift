public import LiveCapture

extension CaptureMedia {
  /// Codecs that look at no picture and hear no sound, for tests of the course of captures, which need no library then.
  ///
  /// A camera's own JPEG stays a still byte for byte. Other stills, thumbnails and converted pictures hold zeros, sound
  /// is silence, and no player shows the movies, though their containers are whole.
  public static let null = CaptureMedia(
    movies: NullMovies(), sound: NullSound(), stills: NullStills(), pictures: NullPictures())
}
