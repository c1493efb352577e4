/// What a decoder must know before the first sample of a track or before a picture.
///
/// Stands for `avcC` and `hvcC`, ISO/IEC 14496-15, 5.3.3.1 and 8.3.3.1, and for `av1C`.
package struct CodecConfigurationBox: Box {
  /// `avcC`, `hvcC` or `av1C`.
  package let type: FourCC
  /// The record as it is.
  package var record: [UInt8]

  /// A box around a record.
  package init(_ type: FourCC, record: [UInt8]) {
    self.type = type
    self.record = record
  }

  /// How many bytes stand before each NAL unit of a sample to tell its length: 1, 2 or 4; `nil` if the record is none
  /// of H.264 or HEVC.
  package var lengthBytes: Int? {
    let place = type == "avcC" ? 4 : 21
    guard type == "avcC" ? record.count >= 7 : type == "hvcC" && record.count >= 23 && hasWholeArrays,
      record[0] == 1, record[place] & 3 != 2
    else { return nil }
    return Int(record[place] & 3) + 1
  }

  /// Whether HEVC's parameter sets, which come in arrays by their kind, fill the record.
  private var hasWholeArrays: Bool {
    var rest = record[23...]
    func number(_ offset: Int) -> Int {
      Int(rest[rest.startIndex + offset]) << 8 | Int(rest[rest.startIndex + offset + 1])
    }
    for _ in 0..<record[22] {
      guard rest.count >= 3 else { return false }
      let count = number(1)
      rest = rest.dropFirst(3)
      for _ in 0..<count {
        guard rest.count >= 2, number(0) <= rest.count - 2 else { return false }
        rest = rest.dropFirst(2 + number(0))
      }
    }
    return rest.isEmpty
  }

  package mutating func code(_ coder: inout some FieldCoder) { coder.rest("record", &record) }
}
