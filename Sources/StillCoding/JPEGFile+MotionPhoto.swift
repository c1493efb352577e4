import ByteCoding
import MediaCore

extension JPEGFile {
  /// The video inside, if there is one. No length that the file announces is trusted: where an MP4 begins, `ftyp` stands.
  ///
  /// What lies before the picture's data is no video, whatever is announced.
  func motionPhoto() throws(CodingError) -> MotionPhotoDescription? {
    var blockRange: Range<Int>?
    if let block = try SamsungTrailer(source)?.motionPhoto, block.range.lowerBound >= dataStart,
      try isMovie(at: block.data.lowerBound)
    {
      blockRange = block.data
    }
    guard let motion = XMPMotionPhoto(packet: xmp), motion.isMotionPhoto || motion.isMicroVideo else {
      return blockRange.map {
        MotionPhotoDescription(kind: .samsung, videoRange: $0, presentationTimestampMicroseconds: nil, items: [])
      }
    }
    let announced = try announced(motion)
    var range = announced
    // Both may speak of one video: Samsung's trailer knows where it ends.
    if let blockRange, range.map({ $0.lowerBound == blockRange.lowerBound }) ?? true { range = blockRange }
    if range == nil, let start = try search(from: endOfImage() ?? dataStart) {
      range = start..<(try movieEnd(from: start))
    }
    guard let range else { return nil }
    return MotionPhotoDescription(
      kind: motion.isMotionPhoto ? .google : .microVideo, videoRange: range,
      presentationTimestampMicroseconds: motion.timestamp, items: motion.items)
  }

  /// Where XMP says that the video is, if a movie begins there.
  private func announced(_ motion: XMPMotionPhoto) throws(CodingError) -> Range<Int>? {
    var candidates: [(start: Int, length: Int?)] = []
    // What files announce may be anything: nothing is longer than the file.
    func bounded(_ length: Int?) -> Int { min(max(0, length ?? 0), source.count) }
    if motion.isMotionPhoto, let index = motion.items.lastIndex(where: { $0.semantic == "MotionPhoto" }) {
      let length = bounded(motion.items[index].length)
      let behind = motion.items[(index + 1)...].reduce(bounded(motion.items[index].padding)) {
        bounded($0 + bounded($1.length) + bounded($1.padding))
      }
      candidates.append((source.count - length - behind, length))
      candidates.append((source.count - length, length))
    }
    if let offset = motion.microVideoOffset { candidates.append((source.count - bounded(offset), nil)) }
    for (start, length) in candidates where start >= dataStart && start < source.count {
      guard try isMovie(at: start) else { continue }
      if let length { return start..<start + length }
      return start..<(try movieEnd(from: start))
    }
    return nil
  }

  private func isMovie(at offset: Int) throws(CodingError) -> Bool {
    guard offset >= 0, offset <= source.count - 12 else { return false }
    let head = try source.part(offset..<offset + 12, of: "video")
    let size = head[..<4].reduce(0) { $0 << 8 | Int($1) }
    return head[4..<8].elementsEqual("ftyp".utf8) && (8...4096).contains(size) && head[8...].allSatisfy(Self.isLetter)
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x20...0x7e).contains(byte) }

  /// Where the boxes that begin at `start` end; the file's end for a box that passes it.
  private func movieEnd(from start: Int) throws(CodingError) -> Int {
    var position = start
    for _ in 0..<1000 where position <= source.count - 8 {
      let head = try source.prefix(at: position, 16, of: "video")
      guard head[4..<8].allSatisfy({ Self.isLetter($0) || $0 == 0xa9 }) else { return position }
      var size = head[..<4].reduce(0) { $0 << 8 | Int($1) }
      if size == 1, head.count == 16 { size = Int(clamping: head[8...].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }) }
      guard size >= 8, size <= source.count - position else { return size == 0 || size >= 8 ? source.count : position }
      position += size
    }
    return position
  }

  /// Where the first movie begins at or behind a place.
  private func search(from start: Int) throws(CodingError) -> Int? {
    var pages = BytePages(source)
    var position = start + 4
    while let found = try pages.next(0x66, from: position) {
      // Looked at byte by byte first: an `f` is common and `ftyp` is not.
      if try pages.byte(at: found + 1) == 0x74, try isMovie(at: found - 4) { return found - 4 }
      position = found + 1
    }
    return nil
  }
}
