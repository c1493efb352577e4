/// Room that means nothing: `free`, `skip`, and `wide`, which keeps room for a 64-bit size.
///
/// ISO/IEC 14496-12, 8.1.2; `wide` is QuickTime File Format, “Free, Skip, and Wide Atoms”.
package struct FreeSpaceBox: Box {
  package let type: FourCC
  package var payload: [UInt8]

  /// Room of `count` zero bytes after the header.
  package init(type: FourCC = "free", count: Int = 0) {
    self.type = type
    payload = [UInt8](repeating: 0, count: count)
  }

  package mutating func code(_ coder: inout some FieldCoder) { coder.rest("payload", &payload) }
}
