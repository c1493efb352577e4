/// The sizes of samples in bytes, each in 4, 8 or 16 bits. Stands for `stz2`, ISO/IEC 14496-12, 8.7.3.3.
package struct CompactSampleSizeBox: Box {
  package var type: FourCC { "stz2" }
  package var header = VersionAndFlags()
  package var reserved = [UInt8](repeating: 0, count: 3)
  /// Bits of a size: 4, 8 or 16.
  package var fieldBits: UInt8 = 8
  package var sampleCount: UInt32 = 0
  /// The sizes as stored.
  package var fields: [UInt8] = []

  package var sizes: [UInt32] {
    (0..<Int(sampleCount)).map { index in
      switch fieldBits {
      case 4: UInt32(index % 2 == 0 ? fields[index / 2] >> 4 : fields[index / 2] & 15)
      case 8: UInt32(fields[index])
      default: UInt32(fields[2 * index]) << 8 | UInt32(fields[2 * index + 1])
      }
    }
  }

  package mutating func code(_ coder: inout some FieldCoder) {
    coder.versionAndFlags(&header)
    coder.bytes("reserved", &reserved, count: 3)
    coder.number("fieldBits", &fieldBits)
    coder.number("count", &sampleCount)
    if ![4, 8, 16].contains(fieldBits) { coder.fail(.invalidValue, "Sizes of \(fieldBits) bits are not known.") }
    let needed = (Int(sampleCount) * Int(fieldBits) + 7) / 8
    coder.bytes("sizes", &fields, count: needed)
  }
}
