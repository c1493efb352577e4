/// Room that means nothing: `free`, `skip`, and `wide`, which keeps room for a 64-bit size.
public struct FreeSpaceBox: Box {
  /// `free`, `skip` or `wide`.
  public let type: FourCC
  /// What happens to lie in the room.
  public var payload: [UInt8]

  /// Room of `count` zero bytes after the header.
  public init(type: FourCC = "free", count: Int = 0) {
    self.type = type
    payload = [UInt8](repeating: 0, count: count)
  }

  /// An empty room of that type.
  public init(blank type: FourCC) { self.init(type: type) }

  /// Hands over the contents.
  public mutating func code(_ coder: inout some FieldCoder) { coder.rest("payload", &payload) }
}
