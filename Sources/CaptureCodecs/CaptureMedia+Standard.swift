public import LiveCapture

extension CaptureMedia {
  /// The codecs of this package: x264 and x265, AAC and resampling, JPEG, HEIC and DNG, libyuv's conversions.
  ///
  /// HEVC, HEIC and AAC are loaded when they are first needed.
  public static let standard = CaptureMedia(
    movies: StandardMovies(), sound: StandardSound(), stills: StandardStills(), pictures: StandardPictures())
}
