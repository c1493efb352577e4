/// What a decoder must know before the first sample of an H.264 stream.
public struct H264ParameterSets: Sendable, Hashable {
  /// The sequence parameter set: one NAL unit without length or start code.
  public let sequence: [UInt8]
  /// The picture parameter set, likewise.
  public let picture: [UInt8]

  /// Parameter sets from their NAL units; `nil` unless they begin as such units do.
  ///
  /// The sequence parameter set must be of the High profile, in 4:2:0 with 8 bits, which is what the record says.
  public init?(sequence: [UInt8], picture: [UInt8]) {
    let sizes = 5...Int(UInt16.max)
    guard sizes.contains(sequence.count), (2...Int(UInt16.max)).contains(picture.count),
      sequence[0] & 0x1f == 7, picture[0] & 0x1f == 8, sequence[1] == Self.highProfile
    else { return nil }
    self.sequence = sequence
    self.picture = picture
  }

  private static let highProfile: UInt8 = 100

  /// The payload of the `avcC` box: `AVCDecoderConfigurationRecord`, ISO/IEC 14496-15, 5.3.3.1.
  public var decoderConfiguration: [UInt8] {
    func unit(_ bytes: [UInt8]) -> [UInt8] { [UInt8(bytes.count >> 8), UInt8(bytes.count & 0xff)] + bytes }
    // Reserved bits are ones. Lengths have four bytes; one set of either kind.
    var record: [UInt8] = [1, sequence[1], sequence[2], sequence[3], 0b1111_1100 | 3, 0b1110_0000 | 1]
    record += unit(sequence)
    record += [1] + unit(picture)
    // Since the profile is High: chroma format 4:2:0, luma and chroma depth 8, no extensions.
    record += [0b1111_1100 | 1, 0b1111_1000, 0b1111_1000, 0]
    return record
  }
}
