/// A part of another ``ByteSource``, such as the movie inside a Motion Photo. Offsets count from the part's start.
public struct ByteSlice: ByteSource {
  /// The name of the part in messages.
  public let name: String
  /// The source that it is a part of.
  public let base: any ByteSource
  /// The range of the part in that source.
  public let range: Range<Int>

  init(of base: any ByteSource, range: Range<Int>, name: String) {
    self.base = base
    self.range = range
    self.name = name
  }

  /// The number of bytes.
  public var count: Int { range.count }

  /// Fills `buffer` with the bytes from `offset` on.
  /// - Throws: ``ByteError`` with `.outOfRange`, or what the whole source throws.
  public func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(ByteError) {
    try checkRead(of: buffer.count, at: offset)
    try base.read(at: range.lowerBound + offset, into: buffer)
  }
}
