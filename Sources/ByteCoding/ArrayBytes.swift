/// Bytes in memory as a ``ByteSource``.
public struct ArrayBytes: ByteSource {
  /// The bytes.
  public let contents: [UInt8]
  /// The name of the bytes in messages.
  public let name: String

  /// Creates a source of the given bytes, shared, not copied.
  public init(_ contents: [UInt8], name: String = "data") {
    self.contents = contents
    self.name = name
  }

  /// The number of bytes.
  public var count: Int { contents.count }

  /// Fills `buffer` with the bytes from `offset` on.
  /// - Throws: ``ByteError`` with `.outOfRange`.
  public func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(ByteError) {
    try checkRead(of: buffer.count, at: offset)
    contents.withUnsafeBytes {
      buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[offset...].prefix(buffer.count)))
    }
  }
}
