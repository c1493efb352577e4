import ByteCoding
import ISOBoxes
import MediaCore

extension HEICRewriter {
  /// A stretch of the old file and where it comes to lie.
  private struct Stretch {
    let old: Range<Int>
    let new: Int
    /// Written before it: the header of a box whose own would not do any more.
    var header: [UInt8] = []
  }

  /// The whole file, laid out anew.
  mutating func rope(motionVideo: HEICMotionVideo) throws(CodingError) -> ByteRope {
    dropMovie(for: motionVideo)
    try widenLocations()
    // Numbers of fixed width: the size is known before the places are.
    let metaSize = meta.size
    let (stretches, end) = try stretches(metaSize: metaSize, isExtended: isExtended(by: motionVideo))
    var starts: [Int] = []
    var position = end
    for part in added {
      starts.append(position + 8)
      position += 8 + part.payload.count
    }
    try updateLocations(stretches, starts)
    guard meta.size == metaSize else { throw error("Its 'meta' box cannot hold the change.") }

    var rope = ByteRope()
    let metaBytes: [UInt8]
    do throws(BoxError) { metaBytes = try meta.encoded() } catch { throw HEICFile.error(file.source, error) }
    let metaStart = file.layout.first("meta")?.range.lowerBound
    for stretch in stretches {
      rope.append(stretch.header)
      if stretch.old.lowerBound == metaStart, !stretch.old.isEmpty {
        rope.append(metaBytes)
      } else {
        try copy(stretch.old, into: &rope)
      }
    }
    for part in added { rope.append(Self.box("mdat", part.payload)) }
    if case .set(let movie) = motionVideo {
      var header = ByteWriter()
      BoxHeader(type: "mpvd", payloadSize: UInt64(movie.count)).encode(to: &header)
      rope.append(header.contents)
      rope.append(movie)
    }
    for stretch in trailing { try copy(stretch, into: &rope) }
    return rope
  }

  // MARK: - What stays

  private mutating func dropMovie(for motionVideo: HEICMotionVideo) {
    if case .keep = motionVideo { return }
    guard file.motionVideo != nil || file.layout.first("mpvd") != nil else { return }
    if let second = HEICMotion.appended(file.layout), file.layout.first("mpvd") == nil {
      dropped.formUnion(second..<file.layout.parts.count)
    } else {
      for (index, part) in file.layout.parts.enumerated() where part.type == "mpvd" || part.type == "sefd" {
        dropped.insert(index)
      }
    }
  }

  private func isExtended(by motionVideo: HEICMotionVideo) -> Bool {
    if case .set = motionVideo { return true }
    return !added.isEmpty
  }

  /// The first of the boxes that stay behind everything new: a movie's, which readers look for at the end.
  private var firstTrailing: Int {
    let parts = file.layout.parts
    return parts.indices.first { parts[$0].type == "mpvd" } ?? HEICMotion.appended(file.layout) ?? parts.count
  }

  private var trailing: [Range<Int>] {
    let parts = file.layout.parts
    return (firstTrailing..<parts.count).filter { !dropped.contains($0) }.map { parts[$0].range }
      + (file.layout.trailer.isEmpty ? [] : [file.layout.trailer])
  }

  private func stretches(
    metaSize: Int, isExtended: Bool
  ) throws(CodingError) -> (stretches: [Stretch], end: Int) {
    var stretches: [Stretch] = []
    var position = 0
    for (index, part) in file.layout.parts.enumerated() where index < firstTrailing && !dropped.contains(index) {
      if part.type == "meta", part.range == file.layout.first("meta")?.range {
        stretches.append(Stretch(old: part.range, new: position))
        position += metaSize
      } else if index == 0, let bytes = try fileTypeBytes() {
        let end = part.range.upperBound
        stretches.append(Stretch(old: end..<end, new: position + bytes.count, header: bytes))
        position += bytes.count
      } else if part.isOpenEnded, isExtended {
        // "Up to the end of the file" would take in what comes behind it now.
        var header = ByteWriter()
        BoxHeader(type: part.type, payloadSize: UInt64(part.payload.count)).encode(to: &header)
        stretches.append(Stretch(old: part.payload, new: position + header.count, header: header.contents))
        position += header.count + part.payload.count
      } else {
        stretches.append(Stretch(old: part.range, new: position))
        position += part.range.count
      }
    }
    return (stretches, position)
  }

  private func fileTypeBytes() throws(CodingError) -> [UInt8]? {
    guard let fileType else { return nil }
    do throws(BoxError) { return try fileType.encoded() } catch { throw HEICFile.error(file.source, error) }
  }

  /// Copies a stretch of the old file, with what is written over and erased in it.
  private func copy(_ stretch: Range<Int>, into rope: inout ByteRope) throws(CodingError) {
    let changes =
      (overwrites.map { (range: $0.key..<$0.key + $0.value.count, bytes: Optional($0.value)) }
      + merged(erased).map { (range: $0, bytes: nil) })
      .filter { !$0.range.isEmpty && $0.range.clamped(to: stretch) == $0.range }
      .sorted { $0.range.lowerBound < $1.range.lowerBound }
    var position = stretch.lowerBound
    do throws(ByteError) {
      for change in changes where change.range.lowerBound >= position {
        try rope.append(file.source, position..<change.range.lowerBound)
        rope.append(change.bytes ?? [UInt8](repeating: 0, count: change.range.count))
        position = change.range.upperBound
      }
      try rope.append(file.source, position..<stretch.upperBound)
    } catch { throw HEICFile.error(file.source, error) }
  }

  private func merged(_ ranges: [Range<Int>]) -> [Range<Int>] {
    var result: [Range<Int>] = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = result.last, range.lowerBound <= last.upperBound {
        result[result.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        result.append(range)
      }
    }
    return result
  }

  private static func box(_ type: FourCC, _ payload: [UInt8]) -> [UInt8] {
    var writer = ByteWriter(capacity: payload.count + 8)
    BoxHeader(type: type, payloadSize: UInt64(payload.count)).encode(to: &writer)
    writer.bytes(payload)
    return writer.contents
  }

  // MARK: - Places

  /// Makes room for places and lengths that the old ones' widths do not hold.
  private mutating func widenLocations() throws(CodingError) {
    let growth = added.reduce(0) { $0 + $1.payload.count + 16 } + (1 << 20)
    let needed: UInt16 = file.source.count + meta.size + growth > UInt32.max ? 8 : 4
    let count = UInt64(file.source.count)
    let hasAdded = !added.isEmpty
    _ = change(HEIFItemLocationBox.self) { box in
      if hasAdded, box.offsetBytes < Int(needed) { box.widths = box.widths & 0x0fff | needed << 12 }
      guard hasAdded, box.lengthBytes < 4 else { return }
      box.widths = box.widths & 0xf0ff | needed << 8
      // "Up to the end" is another place now.
      for index in box.entries.indices where box.entries[index].construction == 0 {
        for extent in box.entries[index].extents.indices where box.entries[index].extents[extent].length == 0 {
          let start = box.entries[index].baseOffset &+ box.entries[index].extents[extent].offset
          box.entries[index].extents[extent].length = count > start ? count - start : 0
        }
      }
    }
  }

  private mutating func updateLocations(_ stretches: [Stretch], _ starts: [Int]) throws(CodingError) {
    guard var box = meta.children.first(HEIFItemLocationBox.self) else { return }
    let places = Dictionary(zip(added.map(\.item), starts)) { _, last in last }
    for index in box.entries.indices where box.entries[index].construction == 0 {
      if let start = places[box.entries[index].itemID] {
        box.entries[index].extents[0].offset = UInt64(start)
      } else if box.entries[index].dataReference == 0 {
        try move(&box.entries[index], stretches)
      }
    }
    _ = change(HEIFItemLocationBox.self) { $0 = box }
  }

  private func move(_ entry: inout HEIFItemLocationBox.Entry, _ stretches: [Stretch]) throws(CodingError) {
    var places: [UInt64] = []
    for extent in entry.extents {
      // Both fit: the item's pieces were found.
      let start = Int(clamping: entry.baseOffset &+ extent.offset)
      let length = Int(clamping: extent.length)
      places.append(UInt64(try newPlace(of: start, length, stretches, entry.itemID)))
    }
    let shifts = zip(places, entry.extents).map { Int64(clamping: $0) - Int64(clamping: entry.baseOffset &+ $1.offset) }
    guard let shift = shifts.first, shifts.contains(where: { $0 != 0 }) else { return }
    if entry.baseOffset > 0, shifts.allSatisfy({ $0 == shift }) {
      entry.baseOffset = UInt64(Int64(clamping: entry.baseOffset) + shift)
    } else {
      entry.baseOffset = 0
      for index in entry.extents.indices { entry.extents[index].offset = places[index] }
    }
  }

  /// Where a byte of the old file comes to lie, with `length` bytes behind it.
  private func newPlace(
    of start: Int, _ length: Int, _ stretches: [Stretch], _ item: UInt32
  ) throws(CodingError) -> Int {
    if length == 0 { return start }
    // They are in order: the last one that begins no later.
    var (low, high) = (0, stretches.count)
    while low < high {
      let middle = (low + high) / 2
      if stretches[middle].old.lowerBound <= start { low = middle + 1 } else { high = middle }
    }
    let stretch = low > 0 ? stretches[low - 1] : nil
    guard let stretch, start <= stretch.old.upperBound - min(length, stretch.old.upperBound) else {
      throw error("The bytes of item \(item) lie outside of the boxes that stay, so the file cannot be rewritten.")
    }
    let isInMeta = stretch.old.lowerBound == file.layout.first("meta")?.range.lowerBound
    guard !isInMeta else {
      throw error("The bytes of item \(item) lie inside of the box that tells its place; it cannot be rewritten.")
    }
    return stretch.new + start - stretch.old.lowerBound
  }
}
