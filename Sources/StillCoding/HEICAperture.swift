import ISOBoxes

/// The part of a picture that is meant to be seen, in whole pixels. ISO/IEC 14496-12, 12.1.4.
struct HEICAperture: Sendable, Hashable {
  let columns: Range<Int>
  let rows: Range<Int>

  /// `nil` for a part that is empty or lies outside of the picture.
  init?(_ box: CleanApertureBox, width: Int, height: Int) {
    let numbers = box.fractions.map(Int.init)
    guard numbers.count == 8 else { return nil }
    func part(_ size: Int, _ offset: Int, of whole: Int) -> Range<Int>? {
      // Fractions of 31 bits each: their products fit into 64.
      let (count, countBelow) = (numbers[size], numbers[size + 1])
      let (centre, centreBelow) = (numbers[offset], numbers[offset + 1])
      guard count > 0, countBelow > 0, centreBelow > 0 else { return nil }
      let length = count / countBelow
      guard length > 0, length <= whole else { return nil }
      // The centre counts from the picture's own; what is left of half a pixel is rounded down.
      let shift = 2 * centre / centreBelow
      let start = (whole - length + shift) >> 1
      guard start >= 0, start + length <= whole else { return nil }
      return start..<start + length
    }
    guard let columns = part(0, 4, of: width), let rows = part(2, 6, of: height) else { return nil }
    self.columns = columns
    self.rows = rows
  }
}
