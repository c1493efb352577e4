/// What a decoder must know before the first sample of an HEVC stream.
public struct H265ParameterSets: Sendable, Hashable {
  /// The video parameter set: one NAL unit without length or start code.
  public let video: [UInt8]
  /// The sequence parameter set, likewise.
  public let sequence: [UInt8]
  /// The picture parameter set, likewise.
  public let picture: [UInt8]
  /// Profile, tier, compatibility, constraints and level: the 12 bytes of `general_profile_tier_level`,
  /// ISO/IEC 23008-2, 7.3.3, which stand alike in the configuration record.
  private let profileTierLevel: [UInt8]
  private let nestsTemporalLayers: Bool

  /// Parameter sets from their NAL units; `nil` unless they begin as such units do.
  ///
  /// The sequence parameter set must be of the Main profile, which is 4:2:0 with 8 bits, with one temporal layer: the
  /// record says so.
  public init?(video: [UInt8], sequence: [UInt8], picture: [UInt8]) {
    let units = [video, sequence, picture]
    guard units.allSatisfy({ (3...Int(UInt16.max)).contains($0.count) }),
      units.map(Self.unitType) == Self.unitTypes
    else { return nil }
    // Two bytes of the unit's header, then identifier, layers and nesting in one byte.
    let fields = Self.withoutEmulationPrevention(sequence.prefix(32))
    guard fields.count >= 15, fields[2] & 0b1110 == 0, fields[3] & 0x1f == Self.mainProfile else { return nil }
    profileTierLevel = Array(fields[3..<15])
    nestsTemporalLayers = fields[2] & 1 == 1
    self.video = video
    self.sequence = sequence
    self.picture = picture
  }

  private static let mainProfile: UInt8 = 1
  private static let unitTypes: [UInt8] = [32, 33, 34]

  private static func unitType(_ unit: [UInt8]) -> UInt8 { unit[0] >> 1 & 0x3f }

  /// The bytes before a 3 was put in after each two zeros, ISO/IEC 23008-2, 7.3.1.1.
  package static func withoutEmulationPrevention(_ unit: some Sequence<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    var zeros = 0
    for byte in unit {
      if zeros >= 2, byte == 3 {
        zeros = 0
        continue
      }
      zeros = byte == 0 ? zeros + 1 : 0
      bytes.append(byte)
    }
    return bytes
  }

  /// The payload of the `hvcC` box: `HEVCDecoderConfigurationRecord`, ISO/IEC 14496-15, 8.3.3.1.
  public var decoderConfiguration: [UInt8] {
    var record: [UInt8] = [1] + profileTierLevel
    // Reserved bits are ones. Nothing is promised of how pictures are divided: segmentation 0, parallelism 0.
    record += [0b1111_0000, 0, 0b1111_1100]
    // Chroma format 4:2:0, luma and chroma depth 8.
    record += [0b1111_1100 | 1, 0b1111_1000, 0b1111_1000]
    // No average rate and perhaps no constant one; one temporal layer; lengths have four bytes.
    record += [0, 0, 1 << 3 | (nestsTemporalLayers ? 1 << 2 : 0) | 3]
    record.append(UInt8(Self.unitTypes.count))
    for (type, unit) in zip(Self.unitTypes, [video, sequence, picture]) {
      // Samples hold no more of them: the array is complete, as `hvc1` demands.
      record += [0b1000_0000 | type, 0, 1, UInt8(unit.count >> 8), UInt8(unit.count & 0xff)] + unit
    }
    return record
  }
}
