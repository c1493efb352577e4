/// The time of a frame, in digits that people can read: minutes, seconds and thousandths, such as `00:12.367`.
struct SceneDigits {
  /// Rows of five pixels each, the leftmost in the highest bit, of `0` to `9`, the colon and the point.
  private static let glyphs: [[UInt8]] = [
    [0x0e, 0x11, 0x13, 0x15, 0x19, 0x11, 0x0e], [0x04, 0x0c, 0x04, 0x04, 0x04, 0x04, 0x0e],
    [0x0e, 0x11, 0x01, 0x02, 0x04, 0x08, 0x1f], [0x1f, 0x02, 0x04, 0x02, 0x01, 0x11, 0x0e],
    [0x02, 0x06, 0x0a, 0x12, 0x1f, 0x02, 0x02], [0x1f, 0x10, 0x1e, 0x01, 0x01, 0x11, 0x0e],
    [0x06, 0x08, 0x10, 0x1e, 0x11, 0x11, 0x0e], [0x1f, 0x01, 0x02, 0x04, 0x08, 0x08, 0x08],
    [0x0e, 0x11, 0x11, 0x0e, 0x11, 0x11, 0x0e], [0x0e, 0x11, 0x11, 0x0f, 0x01, 0x02, 0x0c],
    [0x00, 0x04, 0x04, 0x00, 0x04, 0x04, 0x00], [0x00, 0x00, 0x00, 0x00, 0x00, 0x0c, 0x0c],
  ]
  private static let (colon, point) = (10, 11)

  /// Pixels of the picture for a pixel of a digit.
  private let scale: Int
  private let color: SceneColor

  init(height: Int, color: SceneColor) {
    scale = max(1, height / 120)
    self.color = color
  }

  /// Draws the time since the scene's beginning into the upper left corner.
  func draw(nanoseconds: Int64, on canvas: SceneCanvas) {
    let milliseconds = nanoseconds / 1_000_000
    let (minutes, seconds) = (Int(milliseconds / 60_000 % 100), Int(milliseconds / 1000 % 60))
    let rest = Int(milliseconds % 1000)
    let places = [
      minutes / 10, minutes % 10, Self.colon, seconds / 10, seconds % 10, Self.point, rest / 100, rest / 10 % 10,
      rest % 10,
    ]
    for (place, digit) in places.enumerated() {
      draw(digit, x: (4 + 6 * place) * scale, y: 5 * scale, on: canvas)
    }
  }

  private func draw(_ digit: Int, x: Int, y: Int, on canvas: SceneCanvas) {
    for (row, bits) in Self.glyphs[digit].enumerated() {
      let lines = y + row * scale..<y + (row + 1) * scale
      var column = 0
      while column < 5 {
        var end = column
        while end < 5, bits >> (4 - end) & 1 == 1 { end += 1 }
        if end > column { canvas.fill(x: x + column * scale..<x + end * scale, y: lines, color) }
        column = max(end, column + 1)
      }
    }
  }
}
