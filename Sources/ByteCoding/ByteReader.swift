/// Reads numbers, text and bytes one after another, and never past the end.
///
/// A read that asks for more than is left gives zero or nothing, and the first such failure is kept in ``error``;
/// from then on every read gives zero or nothing. So a parser may read a whole record and ask once, with
/// ``check()``, whether it was all there. The bytes are shared with the array they come from, not copied.
public struct ByteReader: Sendable {
  private let data: ArraySlice<UInt8>
  private var index: Int
  /// The position of the reader's first byte in the outermost data.
  public let base: Int
  /// The first failure, or `nil` as long as everything was there.
  public private(set) var error: ByteError?

  /// Creates a reader over all of `bytes`. `base` is where its first byte lies in a greater whole, for error messages.
  public init(_ bytes: [UInt8], base: Int = 0) { self.init(bytes[...], base: base) }

  /// Creates a reader over a part of an array. `base` is where its first byte lies in a greater whole, for error
  /// messages.
  public init(_ bytes: ArraySlice<UInt8>, base: Int = 0) {
    data = bytes
    index = bytes.startIndex
    self.base = base
  }

  /// The number of bytes, read or not.
  public var count: Int { data.count }
  /// Bytes from the reader's first byte to the next one to be read.
  public var offset: Int { index - data.startIndex }
  /// Bytes from the start of the outermost data to the next one to be read.
  public var position: Int { base + offset }
  /// Bytes that are left; 0 after a failure.
  public var remaining: Int { error == nil ? data.endIndex - index : 0 }

  /// Reads one byte.
  public mutating func u8() -> UInt8 { UInt8(truncatingIfNeeded: number(size: 1, .big)) }
  /// Reads two bytes.
  public mutating func u16(_ order: ByteOrder = .big) -> UInt16 { UInt16(truncatingIfNeeded: number(size: 2, order)) }
  /// Reads three bytes.
  public mutating func u24(_ order: ByteOrder = .big) -> UInt32 { UInt32(truncatingIfNeeded: number(size: 3, order)) }
  /// Reads four bytes.
  public mutating func u32(_ order: ByteOrder = .big) -> UInt32 { UInt32(truncatingIfNeeded: number(size: 4, order)) }
  /// Reads eight bytes.
  public mutating func u64(_ order: ByteOrder = .big) -> UInt64 { number(size: 8, order) }

  /// Reads `count` bytes, shared with the data; empty if there are fewer, or `count` is negative.
  public mutating func bytes(_ count: Int) -> ArraySlice<UInt8> {
    guard claim(count) else { return [] }
    defer { index += count }
    return data[index..<index + count]
  }

  /// Reads everything that is left, shared with the data.
  public mutating func rest() -> ArraySlice<UInt8> { bytes(remaining) }

  /// Reads `count` bytes as text, one character a byte (ISO 8859-1, of which ASCII is a part).
  public mutating func ascii(_ count: Int) -> String {
    String(String.UnicodeScalarView(bytes(count).map { Unicode.Scalar($0) }))
  }

  /// Reads `count` bytes as UTF-8; what is not valid becomes U+FFFD.
  public mutating func utf8(_ count: Int) -> String { String(decoding: bytes(count), as: UTF8.self) }

  /// Passes over `count` bytes.
  public mutating func skip(_ count: Int) {
    guard claim(count) else { return }
    index += count
  }

  /// Returns a reader of the next `count` bytes, which this one passes over. It knows its place in the whole.
  ///
  /// When there are fewer, the new reader is empty and this one has failed.
  public mutating func reader(_ count: Int) -> ByteReader {
    let start = position
    return ByteReader(bytes(count), base: start)
  }

  /// Notes a failure that the caller found; only the first is kept.
  public mutating func fail(_ code: ByteError.Code, _ message: String) {
    if error == nil { error = ByteError(code, position: position, message: message) }
  }

  private mutating func claim(_ count: Int) -> Bool {
    guard error == nil else { return false }
    guard count >= 0, count <= data.endIndex - index else {
      fail(.endOfData, "\(count) bytes were expected and \(data.endIndex - index) are left.")
      return false
    }
    return true
  }

  private mutating func number(size: Int, _ order: ByteOrder) -> UInt64 {
    guard claim(size) else { return 0 }
    var value: UInt64 = 0
    for step in 0..<size { value = value << 8 | UInt64(data[order == .big ? index + step : index + size - 1 - step]) }
    index += size
    return value
  }
}
