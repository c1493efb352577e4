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
