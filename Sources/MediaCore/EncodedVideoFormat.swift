/// What a movie's track has to say of the samples of one encoder.
public struct EncodedVideoFormat: Sendable, Hashable {
  /// How the samples are compressed.
  public let codec: VideoCodec
  /// What a decoder must know first: the payload of `avcC` or `hvcC`, ISO/IEC 14496-15, 5.3.3.1 and 8.3.3.1.
  public let decoderConfiguration: [UInt8]
  /// Coded pixels in a row.
  public let width: Int
  /// Coded rows.
  public let height: Int
  /// Which values mean black and white.
  public let range: ColorRange

  /// A format from its parts.
  public init(codec: VideoCodec, decoderConfiguration: [UInt8], width: Int, height: Int, range: ColorRange) {
    self.codec = codec
    self.decoderConfiguration = decoderConfiguration
    self.width = width
    self.height = height
    self.range = range
  }
}
