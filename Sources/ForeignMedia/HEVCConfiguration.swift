import VideoCoding

/// The `hvcC` record of an HEVC stream with start codes; ISO/IEC 14496-15, 8.3.3.1.
struct HEVCConfiguration {
  let record: [UInt8]

  /// Whether these bytes are such a record rather than start codes. Early writers left its version 0.
  static func isRecord(_ bytes: [UInt8]) -> Bool {
    bytes.count >= 23 && (bytes[0] == 1 || !(bytes[0] == 0 && bytes[1] == 0 && bytes[2] <= 1))
  }

  /// A record from the parameter sets among the units; `nil` unless there is one of each kind.
  ///
  /// `chroma` is the code of the subsampling: 1 for 4:2:0.
  init?(startCodes: [UInt8], bitDepth: Int, chroma: UInt8) {
    let sets = NALUnits.byType(startCodes) { $0 >> 1 & 0x3f }
    let kinds: [UInt8] = [32, 33, 34]
    let units = kinds.map { sets[$0, default: []].filter { $0.count > 2 } }
    guard units.allSatisfy({ (1...16).contains($0.count) && $0.allSatisfy { $0.count <= Int(UInt16.max) } }),
      let sequence = units[1].first, (8...16).contains(bitDepth)
    else { return nil }
    // After the unit's header of two bytes: 4 bits, the number of sub-layers, a flag, then profile, tier and level
    // in 12 bytes; ITU-T H.265, 7.3.2.2.1.
    let payload = H265ParameterSets.withoutEmulationPrevention(sequence.dropFirst(2).prefix(32)).prefix(13)
    guard payload.count == 13 else { return nil }
    var record: [UInt8] = [1] + payload[1...]
    let depth = UInt8(bitDepth - 8)
    // Reserved bits are ones. No minimum of segments, any kind of parallel decoding.
    record += [0xf0, 0, 0xfc, 0xfc | chroma & 3, 0xf8 | depth, 0xf8 | depth, 0, 0]
    let layers = (payload[0] >> 1 & 7) + 1
    record.append(layers << 3 | (payload[0] & 1) << 2 | 3)
    record.append(3)
    for (kind, units) in zip(kinds, units) {
      // The highest bit says that no other sets of this kind come within the samples.
      record += [0x80 | kind, UInt8(units.count >> 8), UInt8(units.count & 0xff)]
      for unit in units { record += [UInt8(unit.count >> 8), UInt8(unit.count & 0xff)] + unit }
    }
    self.record = record
  }
}
