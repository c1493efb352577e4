/// The bytes of a file to be written, as pieces: new ones, and ranges of sources that are copied when it is written.
///
/// So a file is rewritten around its samples or pixels without ever holding them in memory.
public struct ByteRope: Sendable {
  enum Piece: Sendable {
    case array([UInt8])
    case range(any ByteSource, Range<Int>)

    var count: Int {
      switch self {
      case .array(let bytes): bytes.count
      case .range(_, let range): range.count
      }
    }
  }

  private(set) var pieces: [Piece] = []
  /// The number of bytes.
  public private(set) var count = 0

  /// Creates a rope of no bytes.
  public init() {}

  /// Creates a rope of the given bytes.
  public init(_ bytes: [UInt8]) { append(bytes) }

  /// Creates a rope of all bytes of a source.
  public init(_ source: some ByteSource) {
    pieces = [.range(source, 0..<source.count)]
    count = source.count
  }

  /// Adds bytes.
  public mutating func append(_ bytes: [UInt8]) {
    guard !bytes.isEmpty else { return }
    pieces.append(.array(bytes))
    count += bytes.count
  }

  /// Adds a range of a source.
  /// - Throws: ``ByteError`` with `.outOfRange` unless the range lies within.
  public mutating func append(_ source: any ByteSource, _ range: Range<Int>) throws(ByteError) {
    try source.checkRange(range)
    guard !range.isEmpty else { return }
    pieces.append(.range(source, range))
    count += range.count
  }

  /// Adds another rope.
  public mutating func append(_ rope: ByteRope) {
    pieces += rope.pieces
    count += rope.count
  }

  /// Hands all bytes to `body`, in order, in portions of at most `portion` bytes for what comes from sources.
  ///
  /// What `body` is lent is valid during the call only. A portion stays in the processor's cache between its reading
  /// and its writing.
  /// - Throws: ``ByteError`` of a source, or what `body` throws.
  public func write(portion: Int = 1 << 18, _ body: (UnsafeRawBufferPointer) throws -> Void) throws {
    precondition(portion > 0, "portions must have bytes")
    let longest = pieces.reduce(0) { most, piece in
      if case .range(_, let range) = piece { max(most, range.count) } else { most }
    }
    try withUnsafeTemporaryAllocation(byteCount: min(portion, longest), alignment: 64) { buffer in
      for piece in pieces {
        switch piece {
        case .array(let bytes): try bytes.withUnsafeBytes(body)
        case .range(let source, let range):
          var position = range.lowerBound
          while position < range.upperBound {
            let part = UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(range.upperBound - position))
            try source.read(at: position, into: part)
            try body(UnsafeRawBufferPointer(part))
            position += part.count
          }
        }
      }
    }
  }

  /// Returns all bytes in one array, for small files and tests.
  /// - Throws: ``ByteError`` of a source.
  public func contents() throws -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    try write { bytes.append(contentsOf: $0) }
    return bytes
  }
}
