import ByteCoding

/// NAL units between start codes; ITU-T H.264 and H.265, annex B.
struct NALUnits: Sequence {
  private let bytes: UnsafeRawBufferPointer

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  /// The ranges of the units, without start codes and without the zeros before them.
  func makeIterator() -> Iterator { Iterator(bytes) }

  struct Iterator: IteratorProtocol {
    private let bytes: UnsafeRawBufferPointer
    private var position: Int

    init(_ bytes: UnsafeRawBufferPointer) {
      self.bytes = bytes
      position = Self.startCode(bytes, from: 0).map { $0 + 3 } ?? bytes.count
    }

    mutating func next() -> Range<Int>? {
      while position < bytes.count {
        let start = position
        let code = Self.startCode(bytes, from: start)
        var end = code ?? bytes.count
        position = code.map { $0 + 3 } ?? bytes.count
        // A unit ends with a bit that is one: zeros behind it belong to the next start code or are filling.
        while end > start, bytes[end - 1] == 0 { end -= 1 }
        if end > start { return start..<end }
      }
      return nil
    }

    /// Where the next three bytes 0, 0, 1 begin.
    private static func startCode(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
      var index = start + 2
      while index < bytes.count {
        switch bytes[index] {
        case 0: index += 1
        case 1 where bytes[index - 1] == 0 && bytes[index - 2] == 0: return index - 2
        default: index += 3
        }
      }
      return nil
    }
  }
}
