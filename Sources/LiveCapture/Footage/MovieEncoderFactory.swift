public import MediaCore
public import VideoCoding

/// Makes the encoders of movies: one for each stretch of footage and codec.
///
/// The default makes real ones. Tests take one whose encoders fail, and measurements one whose encoders do nothing.
public protocol MovieEncoderFactory: Sendable {
  /// Whether its encoders look at pictures. Otherwise frames are neither decoded nor scaled for them.
  var readsPictures: Bool { get }

  /// The codecs that it has encoders of, preferred first: what ``PhotoOutput/availableLivePhotoVideoCodecTypes`` lists.
  var codecs: [VideoCodec] { get }

  /// An encoder for a stretch of footage that begins.
  /// - Throws: `CodingError` when there is none for such settings; then every movie of the stretch fails.
  func makeEncoder(_ codec: VideoCodec, _ settings: MovieEncoderSettings) throws(CodingError) -> any MovieVideoEncoder

  /// Loads what encoders of a codec need, so that the first is made as quickly as the others. Called on any thread.
  /// - Throws: `CodingError` when it cannot be loaded; making an encoder would fail alike.
  func prepare(_ codec: VideoCodec) throws(CodingError)
}

extension MovieEncoderFactory {
  /// They do.
  public var readsPictures: Bool { true }
  /// All of them.
  public var codecs: [VideoCodec] { [.h264, .hevc] }
  /// Nothing has to be loaded.
  public func prepare(_ codec: VideoCodec) throws(CodingError) {}
}

/// The real encoders: x264 and x265.
public struct MovieEncoders: MovieEncoderFactory {
  /// The factory.
  public init() {}

  /// An encoder for a stretch of footage that begins.
  /// - Throws: `CodingError` when the library refuses the settings.
  public func makeEncoder(_ codec: VideoCodec, _ settings: MovieEncoderSettings) throws(CodingError)
    -> any MovieVideoEncoder
  {
    switch codec {
    case .h264: try H264Encoder(settings: settings)
    case .hevc: try H265Encoder(settings: settings)
    }
  }

  /// Loads x265 for HEVC; x264 is part of the program.
  /// - Throws: `CodingError` with `.missingLibrary`.
  public func prepare(_ codec: VideoCodec) throws(CodingError) {
    if codec == .hevc { try H265Encoder.loadLibrary() }
  }
}
