import Glibc

/// Bytes that were written over coded ones, as their regularity shows.
package struct StrayBytes: Hashable {
  /// The regularity of bytes.
  package enum Kind {
    /// A pattern repeats.
    case pattern
    /// Letters, digits and the like of plain text.
    case text
  }

  package let kind: Kind
  /// The index of the first of them.
  package let place: Int

  /// The rest of a sentence whose subject is a coded picture.
  package var text: String {
    switch kind {
    case .pattern: "repeats one pattern"
    case .text: "is plain text"
    }
  }
}

extension StrayBytes {
  /// The distance between the places that are looked at.
  private static let stride = 128
  /// A sector is overwritten in whole. Where coding begins anew for each row of a picture, as phones have it, rows
  /// without anything in them are alike, and have a few bytes each.
  private static let leastRepetition = 480
  /// No picture of a movie has more rows that are coded alike.
  private static let mostRows = 140
  /// The longest period that may be of any length: shorter ones than a row's bytes among them.
  private static let longestPeriod = 256
  /// The periods of sectors and pages.
  private static let sectors = [512, 4096]
  /// The number of places at which eight bytes come again that are tried.
  private static let mostTries = 8
  /// The shortest text that counts.
  package static let leastText = 256
  /// The fewest different bytes of a text.
  private static let fewestLetters = 12

  /// Creates the stray bytes of a slice; `nil` if there are none.
  init?(inUnit bytes: UnsafeRawBufferPointer, isArithmetic: Bool) {
    if isArithmetic, let place = Self.repetition(in: bytes) {
      self.init(kind: .pattern, place: place)
    } else if let place = Self.text(in: bytes) {
      self.init(kind: .text, place: place)
    } else {
      return nil
    }
  }

  private static func repetition(in bytes: UnsafeRawBufferPointer) -> Int? {
    var end = bytes.count
    // A recorder at a constant rate fills up with words of 0, 0, 3 (H.264 and H.265, 9.3.1.2 and 9.3.2.5).
    while end > 0, [0, 3].contains(bytes[end - 1]) { end -= 1 }
    guard let base = bytes.baseAddress else { return nil }
    var index = 0
    while index + 16 <= end {
      var from = index + 1
      var tries = 0
      var reached = index
      while tries < mostTries, case let room = min(end, index + longestPeriod + 8) - 7 - from, room > 0,
        let found = memchr(base + from, Int32(bytes[index]), room)
      {
        let period = UnsafeRawPointer(found) - (base + index)
        from = index + period + 1
        guard memcmp(found, base + index, 8) == 0 else { continue }
        let same = run(at: index, period: period, in: bytes, end: end)
        if same.count >= least(period: period) { return same.lowerBound }
        reached = max(reached, same.upperBound)
        tries += 1
      }
      for period in sectors where index + period + 8 <= end && memcmp(base + index, base + index + period, 8) == 0 {
        let same = run(at: index, period: period, in: bytes, end: end)
        if same.count >= leastRepetition - 16 { return same.lowerBound }
        reached = max(reached, same.upperBound)
      }
      index = max(index, reached - stride) + stride
    }
    return nil
  }

  /// Returns the number of bytes that are the same as those a period later from which on they were written over.
  private static func least(period: Int) -> Int {
    switch period {
    case 1, 2, 4, 8, 16: leastRepetition - 16
    case ..<16: max(leastRepetition - 16, mostRows * period)
    default: max(leastRepetition - period, leastRepetition / 2 - 16)
    }
  }

  /// Returns the bytes around an index that are the same as those a period later.
  private static func run(at index: Int, period: Int, in bytes: UnsafeRawBufferPointer, end: Int) -> Range<Int> {
    var (first, last) = (index, index)
    while first > 0, bytes[first - 1] == bytes[first - 1 + period] { first -= 1 }
    while last + period < end, bytes[last] == bytes[last + period] { last += 1 }
    return first..<last
  }

  /// Returns the index at which plain text begins; `nil` if there is none.
  package static func text(in bytes: UnsafeRawBufferPointer) -> Int? {
    var index = 0
    while index + 8 <= bytes.count {
      // Of eight bytes, one is none of text's as a rule.
      if bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self) & 0x8080_8080_8080_8080 == 0 {
        var (first, last) = (index, index)
        while first > 0, isText(bytes[first - 1]) { first -= 1 }
        while last < bytes.count, isText(bytes[last]) { last += 1 }
        if last - first >= leastText, Set(bytes[first..<first + leastText]).count >= fewestLetters { return first }
        index = max(index, last - stride)
      }
      index += stride
    }
    return nil
  }

  /// Tells whether a byte is one of text's.
  package static func isText(_ byte: UInt8) -> Bool { (0x20...0x7e).contains(byte) || (9...13).contains(byte) }
}
