import ByteCoding

/// The configuration that a decoder needs before the first sample of a track or before a picture.
///
/// Stands for `avcC` and `hvcC`, ISO/IEC 14496-15, 5.3.3.1 and 8.3.3.1, and for `av1C`.
package struct CodecConfigurationBox: Box {
  package let type: FourCC
  package var record: [UInt8]

  package init(_ type: FourCC, record: [UInt8]) {
    self.type = type
    self.record = record
  }

  /// The number of bytes before each NAL unit of a sample that give its length: 1, 2 or 4; `nil` if the record is none
  /// of H.264 or HEVC.
  package var lengthBytes: Int? {
    let (place, least) = type == "avcC" ? (4, 7) : (21, 23)
    guard record.count >= least, record[0] == 1, record[place] & 3 != 2 else { return nil }
    if type != "avcC" {
      // The parameter sets must fill the record.
      let rest = parameterSets.rest
      guard type == "hvcC", rest.error == nil, rest.remaining == 0 else { return nil }
    }
    return Int(record[place] & 3) + 1
  }

  /// Indicates whether HEVC's video, sequence and picture parameter sets are all in the record, so that samples need
  /// none.
  package var hasAllParameterSets: Bool {
    let (kinds, rest) = parameterSets
    return rest.error == nil && kinds.isSuperset(of: [32, 33, 34])
  }

  /// The kinds of HEVC's parameter sets, which come in arrays by their kind, and what follows them.
  private var parameterSets: (kinds: Set<UInt8>, rest: ByteReader) {
    var reader = ByteReader(record)
    reader.skip(22)
    var kinds: Set<UInt8> = []
    for _ in 0..<reader.u8() {
      let kind = reader.u8() & 0x3f
      for _ in 0..<reader.u16() where reader.error == nil {
        reader.skip(Int(reader.u16()))
        kinds.insert(kind)
      }
    }
    return (kinds, reader)
  }

  package mutating func code(_ coder: inout some FieldCoder) { coder.rest("record", &record) }
}
