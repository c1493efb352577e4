public import MediaCore

/// The parameter sets that a decoder must know before the first sample of a stream.
public struct ParameterSets: Sendable, Hashable {
  /// The codec of the stream.
  public let codec: VideoCodec
  /// NAL units without length or start code: of HEVC the video parameter set, of both the sequence's and the picture's.
  public let units: [[UInt8]]
  /// The payload of the box `avcC` or `hvcC`.
  public let decoderConfiguration: [UInt8]

  /// Parameter sets from their NAL units; `nil` unless they begin as such units do.
  ///
  /// The sequence parameter set must be of H.264's High profile, or of HEVC's Main profile with one temporal layer, in
  /// 4:2:0 with 8 bits: the record says so.
  public init?(_ codec: VideoCodec, _ units: [[UInt8]]) {
    guard units.map({ $0.first.map(codec.unitType) }) == codec.parameterSetTypes else { return nil }
    (self.codec, self.units) = (codec, units)
    switch codec {
    case .h264:
      let (sequence, picture) = (units[0], units[1])
      guard sequence.count >= 5, picture.count >= 2, sequence[1] == 100,
        let record = ConfigurationRecord.avc(sequences: [sequence], pictures: [picture])
      else { return nil }
      // Since the profile is High: chroma format 4:2:0, luma and chroma depth 8, no extensions.
      decoderConfiguration = record + [0b1111_1100 | 1, 0b1111_1000, 0b1111_1000, 0]
    case .hevc:
      guard let record = ConfigurationRecord.hevc(units.map { [$0] }, bitDepth: 8, chroma: 1), record[1] & 0x1f == 1,
        record[21] >> 3 == 1
      else { return nil }
      decoderConfiguration = record
    }
  }
}

extension VideoCodec {
  /// The types of the units that are parameter sets, as records have them in order.
  package var parameterSetTypes: [UInt8] { self == .h264 ? [7, 8] : [32, 33, 34] }

  /// The type of the units that are sequence parameter sets.
  var sequenceType: UInt8 { self == .h264 ? 7 : 33 }

  /// The type of a NAL unit by its first byte.
  package func unitType(_ first: UInt8) -> UInt8 { self == .h264 ? first & 0x1f : first >> 1 & 0x3f }
}
