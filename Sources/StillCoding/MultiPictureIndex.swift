import ByteCoding

/// The list of further pictures that a JPEG carries behind its own: previews, gain maps.
///
/// Stands for CIPA DC-007. Places count from the index's own TIFF header, the main picture's excepted.
struct MultiPictureIndex {
  struct Picture {
    /// The place in the file of the entry's size and place.
    let entryOffset: Int
    let size: Int
    /// The place where the picture begins in the file; `nil` for the main one.
    let start: Int?
  }

  let pictures: [Picture]
  let base: Int
  private let order: ByteOrder

  /// Reads an index; `nil` unless it has a list. `base` is where `bytes` begin in the file.
  init?(_ bytes: [UInt8], base: Int) {
    guard let reader = TIFFReader(tiff: bytes), let start = reader.u32(4),
      let list = reader.directory(.image, at: start)?.entry(0xb002)?.valueRange
    else { return nil }
    self.base = base
    order = reader.order
    pictures = stride(from: list.lowerBound, to: list.upperBound - 15, by: 16).map { offset in
      let place = reader.u32(offset + 8) ?? 0
      return Picture(
        entryOffset: base + offset + 4, size: reader.u32(offset + 4) ?? 0, start: place == 0 ? nil : base + place)
    }
  }

  /// The changes that keep the list right when the file is changed by `patches`.
  func patches(for patches: [BytePatch]) -> [BytePatch] {
    func growth(before position: Int) -> Int {
      patches.reduce(0) { $0 + ($1.range.upperBound <= position ? $1.growth : 0) }
    }
    let own = growth(before: base)
    var result: [BytePatch] = []
    for picture in pictures {
      if let start = picture.start {
        let delta = growth(before: start) - own
        if delta != 0 { result.append(patch(start - base + delta, at: picture.entryOffset + 4)) }
        let own = start..<start + picture.size
        let inside = patches.filter { $0.range.lowerBound > own.lowerBound && $0.range.upperBound <= own.upperBound }
        let longer = (inside + patches.filter { $0.range == own }).reduce(0) { $0 + $1.growth }
        if longer != 0 { result.append(patch(picture.size + longer, at: picture.entryOffset)) }
      } else {
        let delta = growth(before: picture.size)
        if delta != 0 { result.append(patch(picture.size + delta, at: picture.entryOffset)) }
      }
    }
    return result
  }

  private func patch(_ value: Int, at offset: Int) -> BytePatch {
    var writer = ByteWriter(capacity: 4)
    writer.u32(UInt32(clamping: value), order)
    return BytePatch(range: offset..<offset + 4, bytes: writer.contents)
  }
}
