/// The legend of a drawing: the meaning of its letters and shapes.
enum CourseLegend {
  static let height = 620

  private static let letters =
    "B willBegin   W willCapture   C didCapture   P photo   D proxy   R gathering ended   M movie   F finished   "
    + "! with an error"

  static func write(at top: Int, hiddenCount: Int, into svg: inout SVGText) {
    let pixels = SVGText.pixels
    svg.element("text", ["class": "small", "x": "14", "y": pixels(top + 120), "xml:space": "preserve"], text: letters)
    var x = 140
    for (look, text) in [
      ("delivered", "delivered"), ("lost", "lost, and told so"), ("missing", "missing: nothing was told"),
      ("away", "unplugged"), ("gathering", "gathering"), ("making", "being made"),
    ] {
      let isLine = look == "missing" || look == "away"
      if isLine {
        svg.element(
          "path", ["class": look, "d": "M\(pixels(x)) \(pixels(top + 265))h22", "stroke-width": "2"])
      } else {
        let height = look == "delivered" ? 120 : 60
        svg.element(
          "rect",
          [
            "class": look, "x": pixels(x), "y": pixels(top + 265 - height / 2), "width": "22",
            "height": pixels(height),
          ])
      }
      x = write(text, at: x + 280, top + 300, into: &svg)
    }
    x = 140
    let shapes: [(String, String)] = [
      ("mark", "step"), ("error", "error"), ("expected", "expected step"), ("absent", "did not come, or not expected"),
      ("parted", "here they part"),
    ]
    for (kind, text) in shapes {
      if kind == "error" {
        svg.element("polygon", ["class": kind, "points": octagon(x, top + 390)])
      } else {
        svg.element(
          "rect", ["class": kind, "x": pixels(x), "y": pixels(top + 390), "rx": "3", "width": "16", "height": "12"])
      }
      x = write(text, at: x + 220, top + 490, into: &svg)
    }
    svg.element(
      "path", ["class": "press", "d": "M\(pixels(x + 80)) \(pixels(top + 405))l5 9h-10z"])
    x = write("press", at: x + 180, top + 490, into: &svg)
    if hiddenCount > 0 {
      _ = write("\(hiddenCount) more captures and files are not drawn", at: x + 60, top + 490, into: &svg)
    }
  }

  private static func octagon(_ x: Int, _ y: Int) -> String {
    [(40, 0), (120, 0), (160, 40), (160, 80), (120, 120), (40, 120), (0, 80), (0, 40)]
      .map { "\(SVGText.pixels(x + $0.0)),\(SVGText.pixels(y + $0.1))" }.joined(separator: " ")
  }

  /// Writes a text; returns where the next sample stands.
  private static func write(_ text: String, at x: Int, _ y: Int, into svg: inout SVGText) -> Int {
    svg.element("text", ["class": "small", "x": SVGText.pixels(x), "y": SVGText.pixels(y)], text: text)
    return x + text.count * 56 + 200
  }
}
