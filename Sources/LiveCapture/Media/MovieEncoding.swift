public import Diagnostics
public import MediaCore

/// Makes the encoders of movies: one for each stretch of footage and codec.
public protocol MovieEncoding: Sendable {
  /// The codecs that it has encoders of on this machine, preferred first: what
  /// ``PhotoOutput/availableLivePhotoVideoCodecTypes`` lists. Looked at whenever a session is configured; it should be
  /// quick.
  var codecs: [VideoCodec] { get }

  /// Loads what encoders of a codec need, so that the first is made as quickly as the others. Called on any thread.
  /// - Throws: `CodingError` when it cannot be loaded; making an encoder would fail alike.
  func prepare(_ codec: VideoCodec) throws(CodingError)

  /// Makes an encoder for a stretch of footage that begins.
  /// - Throws: `CodingError` when there is none for such settings; then every movie of the stretch fails.
  func makeEncoder(_ plan: MovieEncoderPlan) throws(CodingError) -> any MovieEncoder
}

extension MovieEncoding {
  /// All codecs.
  public var codecs: [VideoCodec] { [.h264, .hevc] }
  /// Does nothing.
  /// - Throws: Nothing.
  public func prepare(_ codec: VideoCodec) throws(CodingError) {}
}

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

/// Decodes, scales and compresses frames for a movie: each frame in gives its sample at once, in the order of display.
///
/// One encoder serves one thread at a time.
public protocol MovieEncoder: AnyObject {
  /// The description of the samples for the movie's track; `nil` before the first sample.
  var format: EncodedVideoFormat? { get }

  /// The mean change of brightness from the frame before to the last one encoded, of 255; `nil` unless the plan asks
  /// for it.
  var motion: Double? { get }

  /// Compresses the next frame, whose time the sample has; `nil` if the frame is damaged.
  ///
  /// With `forceSync` decoding can begin at this sample. `next`, the frame that is encoded next, may be decoded
  /// meanwhile.
  /// - Throws: `CodingError`, after which the encoder is of no more use.
  func encode(_ frame: VideoFrame, forceSync: Bool, next: VideoFrame?) throws(CodingError) -> EncodedVideoSample?
}
