import ByteCoding
import MediaCore

extension JPEGFile {
  /// The first byte past the picture's end marker, found by walking through its scans; `nil` if it breaks off.
  func endOfImage() throws(CodingError) -> Int? {
    var pages = BytePages(source)
    var position = scanStart
    while let found = try pages.next(0xff, from: position) {
      guard let code = try pages.byte(at: found + 1) else { return nil }
      switch code {
      case 0, 0xff, 0x01, 0xd0...0xd7: position = found + (code == 0xff ? 1 : 2)
      case 0xd9: return found + 2
      case 0xd8: return nil
      default:
        guard let high = try pages.byte(at: found + 2), let low = try pages.byte(at: found + 3) else { return nil }
        position = found + 2 + max(2, Int(high) << 8 | Int(low))
      }
    }
    return nil
  }
}

/// A file read in pages, one of which is in memory.
struct BytePages {
  private static let size = 1 << 18
  private let source: any ByteSource
  private var page: [UInt8] = []
  private var start = 0

  init(_ source: any ByteSource) { self.source = source }

  /// The byte at a place; `nil` behind the end.
  mutating func byte(at position: Int) throws(CodingError) -> UInt8? {
    guard position < source.count else { return nil }
    try load(position)
    return page[position - start]
  }

  /// Where a byte value comes next.
  mutating func next(_ value: UInt8, from position: Int) throws(CodingError) -> Int? {
    var position = position
    while position < source.count {
      try load(position)
      if let index = page[(position - start)...].firstIndex(of: value) { return start + index }
      position = start + page.count
    }
    return nil
  }

  private mutating func load(_ position: Int) throws(CodingError) {
    guard !(start..<start + page.count).contains(position) else { return }
    page = try source.prefix(at: position, Self.size, of: "pictures' data")
    start = position
  }
}
