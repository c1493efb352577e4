/// The drawing of everything that has an extent in time: bars, and the counter's line.
extension LanePicture {
  func writeTrack(_ track: Int, into svg: inout SVGText) {
    if lane.subject == .badge { return writeCounter(track, into: &svg) }
    var drawn: [CourseLane.Span.Look: Int] = [:]
    for span in lane.spans {
      let (left, end) = (plot.x(span.begin), plot.x(span.end))
      // The least that is seen.
      let right = max(end, left + 25)
      // Thousands of changes have no room of their own: one of each kind at a place says as much.
      guard right > drawn[span.look] ?? 0 else { continue }
      drawn[span.look] = right
      write(span, left, right, track, into: &svg)
    }
    for press in lane.presses {
      let x = plot.x(press.nanoseconds)
      let pixels = SVGText.pixels
      let top = track + 70
      svg.element(
        "path",
        [
          "class": "press",
          "d":
            "M\(pixels(x)) \(pixels(top))L\(pixels(x + 40)) \(pixels(top + 75))L\(pixels(x - 40)) \(pixels(top + 75))Z",
        ], title: press.title)
    }
  }

  private func write(_ span: CourseLane.Span, _ left: Int, _ right: Int, _ track: Int, into svg: inout SVGText) {
    let pixels = SVGText.pixels
    let (top, height): (Int, Int) =
      switch span.look {
      case .gathering, .making: (track + 35, 50)
      case .lost: (track + 35, 70)
      case .missing, .away: (track + 70, 0)
      default: (track, 140)
      }
    if height == 0 {
      svg.element(
        "path",
        ["class": span.look.rawValue, "d": "M\(pixels(left)) \(pixels(top))H\(pixels(right))", "stroke-width": "2"],
        title: span.title)
    } else {
      svg.element(
        "rect",
        [
          "class": span.look.rawValue, "x": pixels(left), "y": pixels(top), "width": pixels(right - left),
          "height": pixels(height),
        ], title: span.title)
    }
    guard height == 140, right - left > span.label.count * 60 + 60 else { return }
    svg.element(
      "text",
      [
        "class": span.look == .interrupted ? "small" : "inside", "x": pixels((left + right) / 2),
        "y": pixels(track + 104), "text-anchor": "middle",
      ], text: span.label)
  }

  private func writeCounter(_ track: Int, into svg: inout SVGText) {
    let pixels = SVGText.pixels
    let most = max(1, lane.values.map(\.value).max() ?? 0)
    func y(_ value: Int) -> Int { track + 190 - 140 * max(0, value) / most }
    var path = ""
    for (index, value) in lane.values.enumerated() {
      path += index == 0 ? "M\(pixels(CoursePlot.left)) " : "H\(pixels(plot.x(value.nanoseconds)))V"
      path += pixels(y(value.value))
    }
    svg.element("path", ["class": "badge", "d": path + "H\(pixels(CoursePlot.right))"])
    var free = CoursePlot.left
    for (nanoseconds, value) in lane.values.dropFirst() {
      // Where several values have one place the last is the one that stays.
      guard plot.x(nanoseconds) >= free || nanoseconds == lane.values.last?.nanoseconds else { continue }
      svg.element(
        "text", ["class": "small", "x": pixels(plot.x(nanoseconds) + 25), "y": pixels(y(value) - 20)], text: "\(value)")
      free = plot.x(nanoseconds) + 80
    }
  }
}
