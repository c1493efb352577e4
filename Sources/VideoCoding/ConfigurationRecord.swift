package import MediaCore

/// The records by which movie files configure decoders. Parameter sets are NAL units without length or start code;
/// lengths within samples have four bytes.
package enum ConfigurationRecord {
  /// The payload of `avcC` up to extensions of the profile: `AVCDecoderConfigurationRecord`, ISO/IEC 14496-15, 5.3.3.1.
  /// `nil` unless there are sets of either kind.
  package static func avc(sequences: [[UInt8]], pictures: [[UInt8]]) -> [UInt8]? {
    guard let first = sequences.first, first.count >= 4, sequences.count < 32, (1..<256).contains(pictures.count),
      (sequences + pictures).allSatisfy(hasLength)
    else { return nil }
    // Reserved bits are ones.
    var record: [UInt8] = [1, first[1], first[2], first[3], 0b1111_1100 | 3, 0b1110_0000 | UInt8(sequences.count)]
    for unit in sequences { append(unit, to: &record) }
    record.append(UInt8(pictures.count))
    for unit in pictures { append(unit, to: &record) }
    return record
  }

  /// The payload of `hvcC`: `HEVCDecoderConfigurationRecord`, ISO/IEC 14496-15, 8.3.3.1. `nil` unless there are sets of
  /// each kind: the video's, the sequence's, the picture's.
  ///
  /// `chroma` is the code of the subsampling: 1 for 4:2:0.
  package static func hevc(_ sets: [[[UInt8]]], bitDepth: Int, chroma: UInt8) -> [UInt8]? {
    let sets = sets.map { $0.filter { $0.count > 2 } }
    guard sets.allSatisfy({ (1...16).contains($0.count) && $0.allSatisfy(hasLength) }), let sequence = sets[1].first,
      (8...16).contains(bitDepth)
    else { return nil }
    // After the unit's header of two bytes: 4 bits, the number of sub-layers, a flag, then profile, tier,
    // compatibility, constraints and level in 12 bytes, which stand alike in the record; ITU-T H.265, 7.3.2.2.1.
    let payload = withoutEmulationPrevention(sequence.dropFirst(2).prefix(32)).prefix(13)
    guard payload.count == 13 else { return nil }
    let depth = UInt8(bitDepth - 8)
    // Reserved bits are ones. Nothing is promised of how pictures are divided: segmentation 0, parallelism 0. No
    // average rate and perhaps no constant one.
    var record: [UInt8] = [1] + payload[1...]
    record += [0b1111_0000, 0, 0b1111_1100, 0b1111_1100 | chroma & 3, 0b1111_1000 | depth, 0b1111_1000 | depth, 0, 0]
    let layers = (payload[0] >> 1 & 7) + 1
    record += [layers << 3 | (payload[0] & 1) << 2 | 3, 3]
    for (type, units) in zip(UInt8(32)..., sets) {
      // Samples hold no more of them: the array is complete, as `hvc1` demands.
      record += [0b1000_0000 | type, 0, UInt8(units.count)]
      for unit in units { append(unit, to: &record) }
    }
    return record
  }

  /// The parameter sets in a record, as far as its lengths fit.
  package static func units(of record: [UInt8], _ codec: VideoCodec) -> [ArraySlice<UInt8>] {
    var (units, position) = ([ArraySlice<UInt8>](), codec == .h264 ? 5 : 22)
    func byte(_ mask: UInt8 = 0xff) -> Int {
      defer { position += 1 }
      return position < record.count ? Int(record[position] & mask) : 0
    }
    func take(_ count: Int) {
      for _ in 0..<count {
        let length = byte() << 8 | byte()
        guard length > 0, length <= record.count - position else { break }
        units.append(record[position..<position + length])
        position += length
      }
    }
    if codec == .h264 {
      take(byte(0x1f))
      take(byte())
    } else {
      for _ in 0..<byte() {
        position += 1
        take(byte() << 8 | byte())
      }
    }
    return units
  }

  /// Returns how a record contradicts its streams' own sequence parameter sets, as a clause; `nil` if they agree.
  ///
  /// Players choose a decoder by the record: profile, tier, compatibility and level, for HEVC chroma and depth, too.
  package static func contradiction(in record: [UInt8], _ codec: VideoCodec) -> String? {
    let sequences = units(of: record, codec).filter { codec.unitType($0.first ?? 0) == codec.sequenceType }
    guard let first = sequences.first else { return nil }
    let parameters = StreamParameters(record: record, codec: codec)
    guard parameters.sequenceCount > 0 else { return "its sequence parameter set makes no sense" }
    // Of several streams the record tells what suffices for all.
    guard sequences.count == 1 else { return nil }
    let told: [UInt8]
    let own: [UInt8]
    if codec == .h264 {
      (told, own) = (Array(record[1..<4]), Array(first.dropFirst().prefix(3)))
    } else {
      guard record.count >= 23 else { return nil }
      // Libheif leaves out what lies between.
      let general = withoutEmulationPrevention(first.dropFirst(2).prefix(32)).dropFirst().prefix(12)
      (told, own) = ([record[1], record[12]], [general.first ?? 0, general.last ?? 0])
      if let format = parameters.format, format != [record[16] & 3, record[17] & 7, record[18] & 7] {
        return "its record has another chroma format or depth than its sequence parameter set"
      }
    }
    return told == own ? nil : "its record has another profile or level than its sequence parameter set"
  }

  private static func hasLength(_ unit: [UInt8]) -> Bool { unit.count <= Int(UInt16.max) }

  private static func append(_ unit: [UInt8], to record: inout [UInt8]) {
    record += [UInt8(unit.count >> 8), UInt8(unit.count & 0xff)]
    record += unit
  }

  /// The bytes before a 3 was put in after each two zeros, ISO/IEC 23008-2, 7.3.1.1.
  static func withoutEmulationPrevention(_ unit: some Sequence<UInt8>) -> [UInt8] {
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
}
