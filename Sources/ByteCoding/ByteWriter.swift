/// Builds a run of bytes from numbers, text and other bytes.
///
/// Writing cannot fail. Numbers are big-endian unless told otherwise. What was written may be patched, so that a
/// size can be filled in once it is known.
public struct ByteWriter: Sendable {
  /// The bytes that have been written.
  public private(set) var contents: [UInt8]

  /// Creates an empty writer, with room for `capacity` bytes before it has to grow.
  public init(capacity: Int = 0) {
    contents = []
    if capacity > 0 { contents.reserveCapacity(capacity) }
  }

  /// The number of bytes written: the position of the next one.
  public var count: Int { contents.count }

  /// Writes one byte.
  public mutating func u8(_ value: UInt8) { contents.append(value) }
  /// Writes two bytes.
  public mutating func u16(_ value: UInt16, _ order: ByteOrder = .big) { number(UInt64(value), size: 2, order) }
  /// Writes the lower three bytes of `value`.
  public mutating func u24(_ value: UInt32, _ order: ByteOrder = .big) { number(UInt64(value), size: 3, order) }
  /// Writes four bytes.
  public mutating func u32(_ value: UInt32, _ order: ByteOrder = .big) { number(UInt64(value), size: 4, order) }
  /// Writes eight bytes.
  public mutating func u64(_ value: UInt64, _ order: ByteOrder = .big) { number(value, size: 8, order) }
  /// Writes four bytes in two's complement.
  public mutating func i32(_ value: Int32, _ order: ByteOrder = .big) { u32(UInt32(bitPattern: value), order) }
  /// Writes eight bytes in two's complement.
  public mutating func i64(_ value: Int64, _ order: ByteOrder = .big) { u64(UInt64(bitPattern: value), order) }

  /// Writes bytes as they are.
  public mutating func bytes(_ bytes: some Sequence<UInt8>) { contents.append(contentsOf: bytes) }
  /// Writes one byte value `count` times.
  public mutating func fill(_ value: UInt8 = 0, count: Int) {
    contents.append(contentsOf: repeatElement(value, count: count))
  }
  /// Writes text of ASCII characters, without a terminator; any other character becomes `?`.
  public mutating func ascii(_ text: String) {
    for character in text.unicodeScalars { u8(character.isASCII ? UInt8(truncatingIfNeeded: character.value) : 0x3f) }
  }
  /// Writes text in UTF-8, without a terminator.
  public mutating func utf8(_ text: String) { contents.append(contentsOf: text.utf8) }

  /// Replaces the four bytes at `position`, which must have been written.
  public mutating func patchU32(_ value: UInt32, at position: Int, _ order: ByteOrder = .big) {
    patch(UInt64(value), size: 4, at: position, order)
  }
  /// Replaces the eight bytes at `position`, which must have been written.
  public mutating func patchU64(_ value: UInt64, at position: Int, _ order: ByteOrder = .big) {
    patch(value, size: 8, at: position, order)
  }

  private mutating func number(_ value: UInt64, size: Int, _ order: ByteOrder) {
    for index in 0..<size { contents.append(Self.byte(index, of: value, size: size, order)) }
  }

  private mutating func patch(_ value: UInt64, size: Int, at position: Int, _ order: ByteOrder) {
    precondition(position >= 0 && position <= contents.count - size, "a patch outside of what was written")
    for index in 0..<size { contents[position + index] = Self.byte(index, of: value, size: size, order) }
  }

  private static func byte(_ index: Int, of value: UInt64, size: Int, _ order: ByteOrder) -> UInt8 {
    UInt8(truncatingIfNeeded: value >> UInt64(8 * (order == .big ? size - 1 - index : index)))
  }
}
