import MediaCore

/// The part of a drawing in which time runs from left to right.
struct CoursePlot {
  static let width = 12_000
  static let left = 1560
  static let right = 11_850
  static let axisHeight = 220

  /// The instant at the right end, in nanoseconds.
  let end: Int64

  static var bounds: ClosedRange<Int> { left...right }

  /// Returns the horizontal position of an instant.
  func x(_ nanoseconds: Int64) -> Int {
    Self.left + Int(max(0, min(nanoseconds, end)) / 1000) * (Self.right - Self.left) / Int(max(1, end / 1000))
  }

  /// The distance of the lines: some dozen at most.
  private var step: Int64 {
    var steps: [Int64] = []
    for power in [Int64(1_000_000), 10_000_000, 100_000_000, 1_000_000_000] { steps += [1, 2, 5].map { $0 * power } }
    for seconds in [10, 30, 60, 300, 600, 1800, 3600, 10_800, 43_200] { steps.append(Int64(seconds) * 1_000_000_000) }
    return steps.first { end / $0 <= 14 } ?? steps[steps.count - 1]
  }

  func writeAxis(top: Int, bottom: Int, into svg: inout SVGText) {
    let pixels = SVGText.pixels
    svg.group("g", ["text-anchor": "middle"]) { svg in
      for time in stride(from: 0, through: end, by: Int(step)) {
        let x = pixels(x(time))
        svg.element(
          "line",
          [
            "class": "grid", "x1": x, "x2": x, "y1": pixels(top + Self.axisHeight - 50), "y2": pixels(bottom + 50),
          ])
        for y in [top + Self.axisHeight - 80, bottom + 150] {
          svg.element("text", ["class": "small", "x": x, "y": pixels(y)], text: Self.text(time))
        }
      }
    }
  }

  private static func text(_ nanoseconds: Int64) -> String {
    var text = MediaTime(nanoseconds: nanoseconds).plainSeconds
    while text.hasSuffix("0") { text.removeLast() }
    return (text.hasSuffix(".") ? String(text.dropLast()) : text) + " s"
  }
}
