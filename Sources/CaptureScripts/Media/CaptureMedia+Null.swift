public import LiveCapture

extension CaptureMedia {
  /// Codecs that read no pictures and no sound, for tests of the course of captures, which then need no codec library.
  ///
  /// A camera's own JPEG stays a still byte for byte. Other stills, thumbnails and converted pictures contain zeros,
  /// sound is silence, and players cannot show the movies, although their containers are valid.
  public static let null = CaptureMedia(
    movies: NullMovies(), sound: NullSound(), stills: NullStills(), pictures: NullPictures())
}
