public import MediaCore

/// What one capture is to deliver. A value: changing it after the call has no effect on the capture.
///
/// Stands for `AVCapturePhotoSettings`; the identifier is drawn by the output when the capture is requested.
public struct PhotoSettings: Sendable, Hashable {
  /// Where the movie goes; set, it asks for a Live Photo. The name must be free.
  ///
  /// Stands for `livePhotoMovieFileURL`.
  public var livePhotoMoviePath: String?
  /// How the still is compressed.
  ///
  /// Stands for the codec in `AVCapturePhotoSettings.format`.
  public var photoCodec: PhotoCodec
  /// How the movie is compressed. Captures that overlap share one encode for each codec.
  ///
  /// Stands for `livePhotoVideoCodecType`.
  public var livePhotoVideoCodec: VideoCodec
  /// How the picture is to be turned for display; written as metadata, pixels stay as they are.
  public var orientation: Orientation
  /// The instant the shutter was pressed, on the session's clock: within the second before the call. `nil` means
  /// the moment of the call.
  public var shutterTime: MediaTime?

  /// Settings of a still, or of a Live Photo when a movie's path is given.
  public init(
    livePhotoMoviePath: String? = nil, photoCodec: PhotoCodec = .jpeg, livePhotoVideoCodec: VideoCodec = .h264,
    orientation: Orientation = .up, shutterTime: MediaTime? = nil
  ) {
    self.livePhotoMoviePath = livePhotoMoviePath
    self.photoCodec = photoCodec
    self.livePhotoVideoCodec = livePhotoVideoCodec
    self.orientation = orientation
    self.shutterTime = shutterTime
  }
}
