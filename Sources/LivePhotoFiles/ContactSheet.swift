import MediaCore
import VideoCoding

/// Pictures of a movie in a grid, with their times, the key photo's framed. Memory: the sheet.
struct ContactSheet {
  private let layout: ContactSheetLayout
  /// The sheet as it is now.
  let picture: I420Picture
  private let cell: I420Picture

  /// An empty sheet.
  /// - Throws: `CodingError` with `.invalidSetting` when it would become too large for a picture.
  init(_ layout: ContactSheetLayout) throws(CodingError) {
    self.layout = layout
    picture = try I420Picture(width: layout.width, height: layout.height, range: .full)
    cell = try I420Picture(width: layout.cell.width, height: layout.cell.height, range: .full)
    picture.fill(x: 0, y: 0, width: layout.width, height: layout.height, luma: 24)
  }

  /// Puts a picture of full range into its place. `isKey` draws a frame of light around it.
  func add(_ shown: I420Picture, at index: Int, time: MediaTime, isKey: Bool) throws(CodingError) {
    let (x, y) = layout.corner(index)
    if isKey {
      let rim = layout.gap * 3 / 4
      picture.fill(
        x: x - rim, y: y - rim, width: layout.cell.width + 2 * rim, height: layout.cell.height + 2 * rim, luma: 255)
    }
    cell.scale(shown)
    try picture.place(cell, x: x, y: y)
    let text = Self.label(time)
    let dot = max(1, layout.label * 5 / 8 / 7)
    DigitFont.draw(
      text, into: picture, x: x + (layout.cell.width - DigitFont.width(text, dot: dot)) / 2,
      y: y + layout.cell.height + (layout.label + layout.gap * 3 / 4 - 7 * dot) / 2 + 1, dot: dot, luma: 255)
  }

  static func label(_ time: MediaTime) -> String { max(0, time.seconds).fixed(digits: 2) + "s" }

  /// Returns which of `count` frames are shown when there is room for `places`: evenly spread, with `key` in place of
  /// its nearest.
  static func choice(of count: Int, places: Int, key: Int?) -> [Int] {
    guard count > places, places > 0 else { return Array(0..<max(0, count)) }
    var chosen = (0..<places).map { places == 1 ? count / 2 : $0 * (count - 1) / (places - 1) }
    if let key, (0..<count).contains(key),
      let nearest = chosen.indices.min(by: { abs(chosen[$0] - key) < abs(chosen[$1] - key) })
    {
      chosen[nearest] = key
    }
    return chosen
  }
}
