/// Room that means nothing: `free`, `skip`, and `wide`, which keeps room for a 64-bit size.
package struct FreeSpaceBox: Box {
  /// `free`, `skip` or `wide`.
  package let type: FourCC
  /// What happens to lie in the room.
  package var payload: [UInt8]

  /// Room of `count` zero bytes after the header.
  package init(type: FourCC = "free", count: Int = 0) {
    self.type = type
    payload = [UInt8](repeating: 0, count: count)
  }

  package mutating func code(_ coder: inout some FieldCoder) { coder.rest("payload", &payload) }
}
