/// The `avcC` record of an H.264 stream with start codes; ISO/IEC 14496-15, 5.3.3.1.
struct AVCConfiguration {
  let record: [UInt8]

  /// A record from the parameter sets among the units; `nil` unless there is one of either kind.
  init?(startCodes: [UInt8]) {
    let sets = NALUnits.byType(startCodes) { $0 & 0x1f }
    let longest = Int(UInt16.max)
    guard let sequences = sets[7], let pictures = sets[8], let first = sequences.first, first.count >= 4,
      sequences.count < 32, pictures.count < 256, (sequences + pictures).allSatisfy({ $0.count <= longest })
    else { return nil }
    var record: [UInt8] = [1, first[1], first[2], first[3], 0xfc | 3, 0xe0 | UInt8(sequences.count)]
    func append(_ unit: [UInt8]) { record += [UInt8(unit.count >> 8), UInt8(unit.count & 0xff)] + unit }
    sequences.forEach(append)
    record.append(UInt8(pictures.count))
    pictures.forEach(append)
    self.record = record
  }
}
