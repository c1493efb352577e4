/// The facts that a movie's track has to give of the samples of one encoder.
public struct EncodedVideoFormat: Sendable, Hashable {
  /// The compression of the samples.
  public let codec: VideoCodec
  /// The facts that a decoder needs first: the payload of `avcC` or `hvcC`, ISO/IEC 14496-15, 5.3.3.1 and 8.3.3.1.
  public let decoderConfiguration: [UInt8]
  /// The number of coded pixels in a row.
  public let width: Int
  /// The number of coded rows.
  public let height: Int
  /// The values that mean black and white.
  public let range: ColorRange

  /// Creates a format from its parts.
  public init(codec: VideoCodec, decoderConfiguration: [UInt8], width: Int, height: Int, range: ColorRange) {
    self.codec = codec
    self.decoderConfiguration = decoderConfiguration
    self.width = width
    self.height = height
    self.range = range
  }
}
