/// How many bytes samples have, in 4, 8 or 16 bits each. Stands for `stz2`, ISO/IEC 14496-12, 8.7.3.3.
public struct CompactSampleSizeBox: Box {
  /// `stz2`.
  public var type: FourCC { "stz2" }
  /// Version 0.
  public var header = VersionAndFlags()
  /// Reserved; 3 bytes.
  public var reserved = [UInt8](repeating: 0, count: 3)
  /// Bits of a size: 4, 8 or 16.
  public var fieldBits: UInt8 = 8
  /// The number of samples.
  public var sampleCount: UInt32 = 0
  /// The sizes as stored.
  public var fields: [UInt8] = []

  /// A box to be decoded into.
  public init(blank type: FourCC) {}

  /// The size of each sample.
  public var sizes: [UInt32] {
    (0..<Int(sampleCount)).map { index in
      switch fieldBits {
      case 4: UInt32(index % 2 == 0 ? fields[index / 2] >> 4 : fields[index / 2] & 15)
      case 8: UInt32(fields[index])
      default: UInt32(fields[2 * index]) << 8 | UInt32(fields[2 * index + 1])
      }
    }
  }

  /// Hands over the fields.
  public mutating func code(_ coder: inout some FieldCoder) {
    coder.versionAndFlags(&header)
    coder.bytes("reserved", &reserved, count: 3)
    coder.u8("fieldBits", &fieldBits)
    coder.u32("count", &sampleCount)
    if ![4, 8, 16].contains(fieldBits) { coder.fail(.invalidValue, "Sizes of \(fieldBits) bits are not known.") }
    let needed = (Int(sampleCount) * Int(fieldBits) + 7) / 8
    coder.bytes("sizes", &fields, count: needed)
  }
}
