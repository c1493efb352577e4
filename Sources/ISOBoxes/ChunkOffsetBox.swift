/// The places in the file where chunks begin. Stands for `stco` and `co64`, ISO/IEC 14496-12, 8.7.5.
package struct ChunkOffsetBox: Box {
  /// The type: `stco` with 32 bits, or `co64` with 64.
  package let type: FourCC
  package var header = VersionAndFlags()
  /// The chunks' first bytes, from the start of the file.
  package var offsets: [UInt64]

  /// Creates a table of offsets, of 64 bits each if one of them needs it.
  package init(offsets: [UInt64]) {
    type = offsets.allSatisfy { $0 <= UInt64(UInt32.max) } ? "stco" : "co64"
    self.offsets = offsets
  }

  package mutating func code(_ coder: inout some FieldCoder) {
    coder.versionAndFlags(&header)
    coder.countedNumbers("offsets", &offsets, bytes: type == "co64" ? 8 : 4)
  }
}
