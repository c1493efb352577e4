/// A ``ByteRope`` as a ``ByteSource``: a file that is about to be written, read before it is.
public struct RopeBytes: ByteSource {
  /// The name of the bytes in messages.
  public let name: String
  private let pieces: [(start: Int, piece: ByteRope.Piece)]
  /// The number of bytes.
  public let count: Int

  /// Creates a source of a rope's bytes.
  public init(_ rope: ByteRope, name: String) {
    self.name = name
    var start = 0
    pieces = rope.pieces.map { piece in
      defer { start += piece.count }
      return (start, piece)
    }
    count = start
  }

  /// Fills `buffer` with the bytes from `offset` on.
  /// - Throws: ``ByteError`` with `.outOfRange`, or what a piece's source throws.
  public func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(ByteError) {
    try checkRead(of: buffer.count, at: offset)
    // By search: a movie's rope has a piece for every run of samples.
    var (done, index) = (0, max(0, pieces.searchFirst { $0.start > offset } - 1))
    while done < buffer.count {
      let (start, piece) = pieces[index]
      let inside = offset + done - start
      let part = UnsafeMutableRawBufferPointer(rebasing: buffer[done...].prefix(piece.count - inside))
      switch piece {
      case .array(let bytes):
        bytes.withUnsafeBytes {
          part.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[inside...].prefix(part.count)))
        }
      case .range(let source, let range): try source.read(at: range.lowerBound + inside, into: part)
      }
      done += part.count
      index += 1
    }
  }
}
