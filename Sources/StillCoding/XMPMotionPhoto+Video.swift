import ByteCoding
import MediaCore

extension XMPMotionPhoto {
  /// Returns the range of the video as XMP tells it, if a movie begins there; `nil` otherwise.
  func range(in source: any ByteSource, from dataStart: Int) throws(CodingError) -> Range<Int>? {
    for (start, length) in places(inFileOf: source.count) where start >= dataStart && start < source.count {
      guard try source.isMovie(at: start) else { continue }
      if let length { return start..<start + length }
      return start..<(try source.movieEnd(from: start))
    }
    return nil
  }

  /// Returns the places where the video may begin by XMP, and its length, in a file of `count` bytes: readers count in
  /// different ways.
  func places(inFileOf count: Int) -> [(start: Int, length: Int?)] {
    var candidates: [(start: Int, length: Int?)] = []
    // What files announce may be anything: nothing is longer than the file.
    func bounded(_ length: Int?) -> Int { min(max(0, length ?? 0), count) }
    if isMotionPhoto, let index = items.lastIndex(where: { $0.semantic == "MotionPhoto" }) {
      let length = bounded(items[index].length)
      let behind = items[(index + 1)...].reduce(bounded(items[index].padding)) {
        bounded($0 + bounded($1.length) + bounded($1.padding))
      }
      candidates.append((count - length - behind, length))
      candidates.append((count - length, length))
    }
    if let offset = microVideoOffset { candidates.append((count - bounded(offset), nil)) }
    return candidates
  }
}

extension ByteSource {
  func isMovie(at offset: Int) throws(CodingError) -> Bool {
    guard offset >= 0, offset <= count - 12 else { return false }
    let head = try part(offset..<offset + 12, of: "video")
    let size = head[..<4].reduce(0) { $0 << 8 | Int($1) }
    return head[4..<8].elementsEqual("ftyp".utf8) && (8...4096).contains(size) && head[8...].allSatisfy(\.isLetter)
  }

  /// Returns the end of the boxes that begin at `start`; the file's end for a box that passes it.
  func movieEnd(from start: Int) throws(CodingError) -> Int {
    var position = start
    for _ in 0..<1000 where position <= count - 8 {
      let head = try prefix(at: position, 16, of: "video")
      guard head[4..<8].allSatisfy({ $0.isLetter || $0 == 0xa9 }) else { return position }
      var size = head[..<4].reduce(0) { $0 << 8 | Int($1) }
      if size == 1, head.count == 16 { size = Int(clamping: head[8...].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }) }
      guard size >= 8, size <= count - position else { return size == 0 || size >= 8 ? count : position }
      position += size
    }
    return position
  }

  /// Returns the place where the first movie at or behind `start` begins; `nil` if there is none.
  func firstMovie(from start: Int) throws(CodingError) -> Int? {
    var pages = BytePages(self)
    var position = start + 4
    while let found = try pages.next(0x66, from: position) {
      // Looked at byte by byte first: an `f` is common and `ftyp` is not.
      if try pages.byte(at: found + 1) == 0x74, try isMovie(at: found - 4) { return found - 4 }
      position = found + 1
    }
    return nil
  }
}

extension UInt8 {
  fileprivate var isLetter: Bool { (0x20...0x7e).contains(self) }
}
