import ByteCoding
import MediaCore

/// New bytes for a range of a file; an empty range is a place to insert at.
struct BytePatch {
  let range: Range<Int>
  let bytes: [UInt8]

  var growth: Int { bytes.count - range.count }
}

extension [BytePatch] {
  /// Patches in order, with what stays before each and, at last, behind all. They must not overlap; those at one place
  /// come in the order given.
  func pieces(of count: Int) -> [(kept: Range<Int>, new: [UInt8])] {
    var position = 0
    let ordered = enumerated().sorted {
      ($0.element.range.lowerBound, $0.offset) < ($1.element.range.lowerBound, $1.offset)
    }
    let pieces = ordered.map { (_, patch) in
      // Where two patches meet in a hostile file, the earlier one has the bytes.
      let kept = position..<Swift.max(position, patch.range.lowerBound)
      position = Swift.max(position, patch.range.upperBound)
      return (kept, patch.bytes)
    }
    return pieces + [(Swift.min(position, count)..<count, [])]
  }
}

extension ByteRope {
  init(_ source: any ByteSource, _ patches: [BytePatch]) throws(CodingError) {
    self.init()
    do throws(ByteError) {
      for (kept, new) in patches.pieces(of: source.count) {
        try append(source, kept)
        append(new)
      }
    } catch {
      throw CodingError(
        .truncated, context: source.name, message: "The file could not be rewritten.", underlying: error)
    }
  }

  /// The whole file of that name in memory.
  func file(_ name: String) throws(CodingError) -> [UInt8] {
    do { return try contents() } catch {
      throw CodingError(
        .truncated, context: name,
        message: "The rewritten file cannot be put together. Look whether the one it was made of is still there.",
        underlying: error)
    }
  }
}

extension ByteSource {
  /// The bytes of a range, for a reader of stills.
  func part(_ range: Range<Int>, of name: String) throws(CodingError) -> [UInt8] {
    do throws(ByteError) { return try bytes(range) } catch {
      throw CodingError(
        .truncated, context: "\(self.name), \(name)",
        message: "Bytes \(range.lowerBound) to \(range.upperBound) could not be read. Look whether the file is whole.",
        underlying: error)
    }
  }

  /// A range as a source of its own, for a reader of stills.
  func piece(_ range: Range<Int>, of name: String) throws(CodingError) -> ByteSlice {
    do throws(ByteError) { return try slice(range) } catch {
      throw CodingError(
        .truncated, context: "\(self.name), \(name)",
        message: "Bytes \(range.lowerBound) to \(range.upperBound) are not there. Look whether the file is whole.",
        underlying: error)
    }
  }

  /// Returns at most `count` bytes from `offset` on: fewer at the file's end.
  func prefix(at offset: Int, _ count: Int, of name: String) throws(CodingError) -> [UInt8] {
    try part(offset..<max(offset, min(self.count, offset + count)), of: name)
  }
}
