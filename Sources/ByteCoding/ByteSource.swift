/// Bytes that can be read from any place: a file, an array, or a part of either.
///
/// Files may be larger than memory, so who parses one reads the parts that are needed. A source does not change
/// while it is used; a file that shrinks meanwhile gives an error, never other bytes.
public protocol ByteSource: Sendable {
  /// The name of the bytes in messages: a file's path, or what part of which file they are.
  var name: String { get }
  /// The number of bytes.
  var count: Int { get }
  /// Fills all of `buffer` with the bytes from `offset` on.
  /// - Throws: ``ByteError`` with `.outOfRange` when not all of them exist, with `.unreadable` when the medium fails.
  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(ByteError)
}

extension ByteSource {
  /// Returns the bytes of a range, copied.
  /// - Throws: ``ByteError`` as ``read(at:into:)``.
  public func bytes(_ range: Range<Int>) throws(ByteError) -> [UInt8] {
    try checkRange(range)
    var failure: ByteError?
    let bytes = [UInt8](unsafeUninitializedCapacity: range.count) { buffer, count in  // filled, or none count
      do throws(ByteError) {
        try read(at: range.lowerBound, into: UnsafeMutableRawBufferPointer(buffer))
        count = range.count
      } catch { failure = error }
    }
    if let failure { throw failure }
    return bytes
  }

  /// Returns all bytes, copied. Ask for `count` first: it may be more than memory holds.
  /// - Throws: ``ByteError`` as ``read(at:into:)``.
  public func allBytes() throws(ByteError) -> [UInt8] { try bytes(0..<count) }

  /// Returns a part of the source, which must lie within.
  /// - Throws: ``ByteError`` with `.outOfRange`.
  public func slice(_ range: Range<Int>, name: String? = nil) throws(ByteError) -> ByteSlice {
    try checkRange(range)
    return ByteSlice(of: self, range: range, name: name ?? self.name)
  }

  /// Makes sure that a range lies within.
  /// - Throws: ``ByteError`` with `.outOfRange`.
  public func checkRange(_ range: Range<Int>) throws(ByteError) {
    guard range.lowerBound >= 0, range.upperBound <= count else {
      throw ByteError(
        .outOfRange, position: range.lowerBound,
        message: "Bytes \(range.lowerBound) to \(range.upperBound) of \(name) were asked for; it has \(count).")
    }
  }

  /// Makes sure that so many bytes lie within from `offset` on.
  /// - Throws: ``ByteError`` with `.outOfRange`.
  package func checkRead(of length: Int, at offset: Int) throws(ByteError) {
    guard offset >= 0, length <= count - offset else {
      throw ByteError(
        .outOfRange, position: offset,
        message: "\(length) bytes of \(name) were asked for at \(offset); it has \(count).")
    }
  }
}
