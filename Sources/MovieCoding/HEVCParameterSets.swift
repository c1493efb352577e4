import ByteCoding

/// What an `hvcC` record says of its parameter sets. Stands for `HEVCDecoderConfigurationRecord`, ISO/IEC 14496-15,
/// 8.3.3.1.
enum HEVCParameterSets {
  /// Whether video, sequence and picture parameter sets are all in the record, so that samples need none.
  static func isComplete(_ record: [UInt8]) -> Bool {
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
    return reader.error == nil && kinds.isSuperset(of: [32, 33, 34])
  }
}
