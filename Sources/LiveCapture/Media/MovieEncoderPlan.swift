public import Diagnostics
public import MediaCore

/// The order for an encoder of a movie.
public struct MovieEncoderPlan: Sendable {
  /// The compression of the movie.
  public var codec: VideoCodec
  /// The size, frame rate and quality. Frames of other sizes are scaled; the frames' own range of values replaces that
  /// of the settings.
  public var settings: MovieEncoderSettings
  /// A Boolean value that indicates whether the next frame may be decoded on another core while one is compressed.
  public var readsAhead = false
  /// A Boolean value that indicates whether ``MovieEncoder/motion`` is to be measured.
  public var measuresMotion = false
  /// The recorder of the time that decoding, scaling and compressing take; `nil` for no measuring.
  public var stages: StageRecorder?

  package init(
    codec: VideoCodec, settings: MovieEncoderSettings, readsAhead: Bool = false, measuresMotion: Bool = false,
    stages: StageRecorder? = nil
  ) {
    self.codec = codec
    self.settings = settings
    self.readsAhead = readsAhead
    self.measuresMotion = measuresMotion
    self.stages = stages
  }
}
