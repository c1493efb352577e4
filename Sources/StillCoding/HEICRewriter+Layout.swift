import ByteCoding
import ISOBoxes
import MediaCore

extension HEICRewriter {
  /// The whole file, laid out anew, and `end` behind it.
  ///
  /// What is new comes behind the boxes that hold pictures, before a movie's, which readers look for at the end.
  mutating func rope(removesVideo: Bool = false, end: [UInt8] = []) throws(CodingError) -> ByteRope {
    if removesVideo { dropVideo() }
    widenLocations()
    // Numbers of fixed width: the size is known before the places are.
    let metaSize = meta.size
    let parts = file.layout.parts
    let metaPart = parts.firstIndex { $0.type == "meta" }
    let firstTrailing = parts.firstIndex { $0.type == "mpvd" } ?? HEICMotion.appended(file.layout) ?? parts.count
    let changes = contentPatches()
    func changed(in stretch: Range<Int>) -> [BytePatch] { changes.filter { $0.range.clamped(to: stretch) == $0.range } }
    var patches: [BytePatch] = []
    var growth = 0
    // How far the contents of each box move; `nil` for what is written anew or goes.
    var shifts: [Int?] = []
    for (index, part) in parts.enumerated() {
      var patch: BytePatch?
      if dropped.contains(index) {
        patch = BytePatch(range: part.range, bytes: [])
      } else if index == 0, let fileType {
        patch = BytePatch(range: part.range, bytes: try encoded(fileType))
      } else if index < firstTrailing, part.isOpenEnded, index != metaPart, !added.isEmpty || !end.isEmpty {
        // "Up to the end of the file" would take in what comes behind it now.
        let header = BoxHeader(type: part.type, payloadSize: UInt64(part.payload.count))
        patch = BytePatch(range: part.range.lowerBound..<part.payload.lowerBound, bytes: header.bytes)
      }
      if let patch { patches.append(patch) }
      growth += index == metaPart ? metaSize - part.range.count : patch?.growth ?? 0
      let isKept = index != metaPart && patch?.range != part.range
      shifts.append(isKept && index < firstTrailing ? growth : nil)
      if isKept { patches += changed(in: patch == nil ? part.range : part.payload) }
    }
    let trailer = file.layout.trailer
    if !dropsTrailer { patches += changed(in: trailer) }

    let place = firstTrailing < parts.count ? parts[firstTrailing].range.lowerBound : trailer.lowerBound
    var new = ByteWriter()
    var places: [UInt32: Int] = [:]
    let start = place + patches.reduce(0) { $0 + ($1.range.upperBound <= place ? $1.growth : 0) }
    let metaGrowth = metaPart.map { $0 < firstTrailing ? metaSize - parts[$0].range.count : 0 } ?? 0
    for (item, payload) in added {
      new.bytes(BoxHeader(type: "mdat", payloadSize: UInt64(payload.count)).bytes)
      places[item] = start + metaGrowth + new.count
      new.bytes(payload)
    }
    try updateLocations(shifts, places)
    guard meta.size == metaSize else { throw error("Its 'meta' box cannot hold the change.") }
    if let metaPart { patches.append(BytePatch(range: parts[metaPart].range, bytes: try encoded(meta))) }
    let isBeforeTrailer = place == trailer.lowerBound
    let replaced = place..<(dropsTrailer && isBeforeTrailer ? trailer.upperBound : place)
    patches.append(BytePatch(range: replaced, bytes: new.contents))
    if dropsTrailer, !isBeforeTrailer { patches.append(BytePatch(range: trailer, bytes: [])) }
    var rope = try ByteRope(file.source, patches)
    rope.append(end)
    return rope
  }

  private func encoded(_ box: some Box) throws(CodingError) -> [UInt8] {
    do throws(BoxError) { return try box.encoded() } catch { throw HEICFile.error(file.source, error) }
  }

  /// Samsung's box that says where the movie lies goes with it.
  private mutating func dropVideo() {
    guard file.motionVideo != nil || file.layout.first("mpvd") != nil else { return }
    let parts = file.layout.parts
    if let second = HEICMotion.appended(file.layout), file.layout.first("mpvd") == nil {
      dropped.formUnion(second..<parts.count)
    } else {
      dropped.formUnion(parts.indices.filter { parts[$0].type == "mpvd" || parts[$0].type == "sefd" })
    }
  }

  /// Returns the patches that write bytes over and erase others, in order.
  private func contentPatches() -> [BytePatch] {
    let all =
      overwrites.map { BytePatch(range: $0.key..<$0.key + $0.value.count, bytes: $0.value) }
      + RangeSet(erased).ranges.map { BytePatch(range: $0, bytes: [UInt8](repeating: 0, count: $0.count)) }
    var position = 0
    return all.sorted { $0.range.lowerBound < $1.range.lowerBound }.filter { patch in
      guard !patch.range.isEmpty, patch.range.lowerBound >= position else { return false }
      position = patch.range.upperBound
      return true
    }
  }

  // MARK: - Places

  /// Makes room for places and lengths that the old ones' widths do not hold.
  private mutating func widenLocations() {
    let growth = added.reduce(0) { $0 + $1.payload.count + 16 } + (1 << 20)
    let needed: UInt16 = file.source.count + meta.size + growth > UInt32.max ? 8 : 4
    let count = UInt64(file.source.count)
    guard !added.isEmpty else { return }
    meta.update(HEIFItemLocationBox.self) { box in
      if box.offsetBytes < Int(needed) { box.widths = box.widths & 0x0fff | needed << 12 }
      guard box.lengthBytes < 4 else { return }
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

  private mutating func updateLocations(_ shifts: [Int?], _ places: [UInt32: Int]) throws(CodingError) {
    guard var box = meta.first(HEIFItemLocationBox.self) else { return }
    for index in box.entries.indices where box.entries[index].construction == 0 {
      if let start = places[box.entries[index].itemID] {
        box.entries[index].extents[0].offset = UInt64(start)
      } else if box.entries[index].dataReference == 0 {
        try move(&box.entries[index], shifts)
      }
    }
    meta.update(HEIFItemLocationBox.self) { $0 = box }
  }

  private func move(_ entry: inout HEIFItemLocationBox.Entry, _ shifts: [Int?]) throws(CodingError) {
    var moves: [Int] = []
    for extent in entry.extents {
      // Both fit: the item's pieces were found.
      let start = Int(clamping: entry.baseOffset &+ extent.offset)
      moves.append(try shift(of: start, Int(clamping: extent.length), shifts, entry.itemID))
    }
    guard let move = moves.first, moves.contains(where: { $0 != 0 }) else { return }
    if entry.baseOffset > 0, moves.allSatisfy({ $0 == move }) {
      entry.baseOffset = UInt64(Int64(clamping: entry.baseOffset) + Int64(move))
    } else {
      for (index, move) in moves.enumerated() {
        entry.extents[index].offset = UInt64(Int(clamping: entry.baseOffset &+ entry.extents[index].offset) + move)
      }
      entry.baseOffset = 0
    }
  }

  /// Returns the distance by which a byte of the old file moves, with `length` bytes behind it.
  private func shift(
    of start: Int, _ length: Int, _ shifts: [Int?], _ item: UInt32
  ) throws(CodingError) -> Int {
    if length == 0 { return 0 }
    // The boxes are in order: the last one that begins no later.
    let parts = file.layout.parts
    let place = max(0, parts.searchFirst { $0.range.lowerBound > start } - 1)
    let part = parts[place]
    guard start <= part.range.upperBound - min(length, part.range.upperBound) else { throw outside(item) }
    if let shift = shifts[place] { return shift }
    guard part.range == file.layout.first("meta")?.range else { throw outside(item) }
    throw error("The bytes of item \(item) lie inside of the box that tells its place; it cannot be rewritten.")
  }

  private func outside(_ item: UInt32) -> CodingError {
    error("The bytes of item \(item) lie outside of the boxes that stay, so the file cannot be rewritten.")
  }
}
