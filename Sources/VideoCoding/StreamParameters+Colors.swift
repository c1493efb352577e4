/// Finds the colours in sequence parameter sets: ITU-T H.264, annex E, and H.265, 7.3.2.2.1 and annex E.
enum SequenceColors {
  /// Reads the usability information whose flag comes next into a sequence: its range, and primaries, transfer and
  /// matrix by ITU-T H.273, as far as these are told.
  static func read(_ reader: inout BitReader, into sequence: inout StreamParameters.Sequence) {
    guard reader.flag() else { return }
    // The shape of pixels.
    if reader.flag(), reader.bits(8) == 255 { reader.skip(32) }
    if reader.flag() { reader.skip(1) }
    guard reader.flag() else { return }
    // What the signal was.
    reader.skip(3)
    let isFullRange = reader.flag()
    let codes = reader.flag() ? (0..<3).map { _ in UInt16(reader.bits(8)) } : nil
    guard !reader.isPastEnd else { return }
    (sequence.isFullRange, sequence.colors) = (isFullRange, codes)
  }

  /// Passes over what stands in a sequence of H.265 between the bits of its order and the usability information.
  static func skipTools(_ reader: inout BitReader, layers: Int, orderBits: Int) {
    for _ in reader.flag() ? 0...layers : layers...layers { skipNumbers(&reader, 3) }
    skipNumbers(&reader, 6)
    if reader.flag(), reader.flag() { skipScalingLists(&reader) }
    reader.skip(2)
    if reader.flag() {
      reader.skip(8)
      skipNumbers(&reader, 2)
      reader.skip(1)
    }
    var sets: [[Int]] = []
    for _ in 0..<min(reader.number(), 64) where !reader.isPastEnd {
      sets.append(references(&reader, behind: sets.last))
    }
    if reader.flag() {
      for _ in 0..<min(reader.number(), 32) { reader.skip(orderBits + 1) }
    }
    reader.skip(2)
  }

  private static func skipNumbers(_ reader: inout BitReader, _ count: Int) {
    for _ in 0..<count { _ = reader.number() }
  }

  private static func skipScalingLists(_ reader: inout BitReader) {
    for size in 0..<4 {
      for _ in stride(from: 0, to: 6, by: size == 3 ? 3 : 1) {
        guard reader.flag() else {
          skipNumbers(&reader, 1)
          continue
        }
        skipNumbers(&reader, min(64, 1 << (4 + size * 2)) + (size > 1 ? 1 : 0))
      }
    }
  }

  /// Returns the distances of the reference pictures in a set; most sets are told by the set before them.
  private static func references(_ reader: inout BitReader, behind last: [Int]?) -> [Int] {
    if let last, reader.flag() {
      let isBefore = reader.flag()
      let distance = (reader.number() + 1) * (isBefore ? -1 : 1)
      let kept = (last + [0]).filter { _ in reader.flag() || reader.flag() }.map { $0 + distance }
      return kept.filter { $0 < 0 }.sorted(by: >) + kept.filter { $0 > 0 }.sorted()
    }
    let counts = (min(reader.number(), 16), min(reader.number(), 16))
    func distances(_ count: Int, _ sign: Int) -> [Int] {
      var place = 0
      return (0..<count).map { _ in
        place += sign * (reader.number() + 1)
        reader.skip(1)
        return place
      }
    }
    return distances(counts.0, -1) + distances(counts.1, 1)
  }
}
