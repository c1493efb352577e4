import ByteCoding
import Glibc
import MediaCore

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

  /// Returns the place of the next byte with a value; `nil` if there is none up to the file's end.
  mutating func next(_ value: UInt8, from position: Int) throws(CodingError) -> Int? {
    var position = position
    while position < source.count {
      try load(position)
      if let index = index(of: value, from: position - start) { return start + index }
      position = start + page.count
    }
    return nil
  }

  /// Returns the index of the next byte with a value in the page. The search is `memchr`'s: a file that breaks off may
  /// end in gigabytes of zeros.
  private func index(of value: UInt8, from index: Int) -> Int? {
    page.withUnsafeBytes { page in
      guard let base = page.baseAddress, let found = memchr(base + index, Int32(value), page.count - index) else {
        return nil
      }
      return UnsafeRawPointer(found) - base
    }
  }

  /// Returns the end of the run of a byte value that begins at a place; at most `limit`.
  mutating func end(of value: UInt8, from position: Int, before limit: Int) throws(CodingError) -> Int {
    var position = position
    while position < limit, try byte(at: position) == value { position += 1 }
    return position
  }

  private mutating func load(_ position: Int) throws(CodingError) {
    guard !(start..<start + page.count).contains(position) else { return }
    page = try source.prefix(at: position, Self.size, of: "pictures' data")
    start = position
  }
}
