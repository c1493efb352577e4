import ISOBoxes
import MediaCore

extension TrackEdit {
  /// Cuts the edit list to a part of the movie, in its timescale.
  mutating func trim(to window: Range<UInt64>, movieTimescale: Int64, name: String) throws(MovieError) {
    guard let header = box.first(TrackHeaderBox.self),
      let clock = box.container("mdia")?.first(MediaHeaderBox.self)
    else { return }
    let old = edits.isEmpty ? [EditListBox.Entry(segmentDuration: header.duration, mediaTime: 0)] : edits
    var new: [EditListBox.Entry] = []
    var start: UInt64 = 0
    for edit in old {
      let (end, overflow) = start.addingReportingOverflow(edit.segmentDuration)
      let kept = (start..<(overflow ? .max : end)).clamped(to: window)
      if !kept.isEmpty {
        var part = edit
        part.segmentDuration = UInt64(kept.count)
        if edit.mediaTime >= 0, edit.rate.rawValue != 0 {
          part.mediaTime = try moved(
            edit, by: kept.lowerBound - start, of: movieTimescale, timescale: clock.timescale, name: name)
        }
        new.append(part)
      }
      start = overflow ? .max : end
    }
    if original?.isStillImageTime ?? true, !new.contains(where: { $0.mediaTime >= 0 }) {
      throw MovieError(
        .stillOutsideWindow, context: name,
        message:
          "The still would lie outside of the part that is kept. Choose another key photo first, or another part."
      )
    }
    // A track of which nothing is left is silent or unseen throughout.
    setEdits(new.isEmpty ? [.init(segmentDuration: UInt64(window.count), mediaTime: -1)] : new)
  }

  private func moved(
    _ edit: EditListBox.Entry, by ticks: UInt64, of movieTimescale: Int64, timescale: UInt32, name: String
  ) throws(MovieError) -> Int64 {
    let normal = Fixed16(1).rawValue
    let rate = edit.rate.rawValue > 0 ? edit.rate.rawValue : normal
    // Whole numbers throughout: some 113 bits at the most.
    let (product, divisor) = (Int128(ticks) * Int128(timescale), Int128(movieTimescale) * Int128(normal))
    guard
      let distance = Int64(
        exactly: (product / divisor) * Int128(rate) + (product % divisor * Int128(rate) + divisor / 2) / divisor),
      let moved = Int64(exactly: Int128(edit.mediaTime) + Int128(distance))
    else {
      throw MovieError(.malformed, context: "\(name): trak \(id)", message: "Its edits are longer than every clock.")
    }
    return moved
  }
}
