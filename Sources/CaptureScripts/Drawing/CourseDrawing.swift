import MediaCore

/// A course of captures as a picture: a lane for each device, the session, the badge, each capture and each file, over
/// a common time.
///
/// It is one text of SVG that needs nothing else, neither scripts nor fonts, and is legible in light and in dark. Equal
/// courses have equal bytes. Where what came parts from what was expected, a capture has two rows, one above the other,
/// and the places are marked.
struct CourseDrawing {
  private let facts: CourseFacts
  private let lanes: [CourseLane]
  private let hiddenCount: Int
  private let plot: CoursePlot

  init(_ facts: CourseFacts) {
    self.facts = facts
    // A little more than what happened, so that the last mark does not stand at the edge.
    let end = facts.end + facts.end / 20
    plot = CoursePlot(end: end)
    let maker = LaneMaker(facts: facts, end: end)
    (lanes, hiddenCount) = (maker.lanes, maker.hiddenCount)
  }

  private static let lineHeight = 150
  private static let problemLimit = 12

  /// The picture.
  var svg: String {
    let heading = headingLines
    let top = 430 + heading.count * Self.lineHeight
    var height = top + CoursePlot.axisHeight
    var places: [(lane: CourseLane, y: Int, height: Int)] = []
    for lane in lanes {
      let laneHeight = LanePicture(lane, plot).height
      places.append((lane, height, laneHeight))
      height += laneHeight
    }
    let bottom = height
    height += CoursePlot.axisHeight + CourseLegend.height
    var svg = SVGText()
    let pixels = SVGText.pixels
    svg.group(
      "svg",
      [
        "xmlns": "http://www.w3.org/2000/svg", "class": "course", "role": "img", "width": pixels(CoursePlot.width),
        "height": pixels(height), "viewBox": "0 0 \(pixels(CoursePlot.width)) \(pixels(height))",
        "aria-label": "\(facts.title): \(facts.verdict)",
      ]
    ) { svg in
      svg.element("title", [:], text: facts.title)
      svg.element("desc", [:], text: description)
      svg.style(CourseStyle.text)
      svg.element("rect", ["class": "ground", "width": pixels(CoursePlot.width), "height": pixels(height)])
      svg.element("text", ["class": "title", "x": "14", "y": "24"], text: Self.cut(facts.title, 130))
      svg.element("text", ["class": facts.holds ? "good" : "bad", "x": "14", "y": "40"], text: facts.verdict)
      for (index, line) in heading.enumerated() {
        svg.element(
          "text", ["class": "problem", "x": "14", "y": pixels(550 + index * Self.lineHeight)], text: line)
      }
      for (index, place) in places.enumerated() where index.isMultiple(of: 2) {
        svg.element(
          "rect",
          [
            "class": "stripe", "y": pixels(place.y), "width": pixels(CoursePlot.width), "height": pixels(place.height),
          ])
      }
      plot.writeAxis(top: top, bottom: bottom, into: &svg)
      for place in places { LanePicture(place.lane, plot).write(at: place.y, into: &svg) }
      CourseLegend.write(at: bottom + CoursePlot.axisHeight, hiddenCount: hiddenCount, into: &svg)
    }
    return svg.text
  }

  /// The description of the drawing for readers who cannot see it.
  private var description: String {
    let names = lanes.map { "\($0.subject.rawValue) \($0.name)" }.joined(separator: "; ")
    let problems = facts.problems.isEmpty ? "" : " Not as expected: \(facts.problems.joined(separator: "; "))."
    return
      "A timeline from 0 to \(MediaTime(nanoseconds: plot.end).plainSeconds) s with the lanes: \(names).\(problems)"
  }

  private var headingLines: [String] {
    let lines = facts.problems.flatMap { problem in Self.wrapped("– " + problem, 165) }
    guard lines.count > Self.problemLimit else { return lines }
    return lines.prefix(Self.problemLimit - 1) + ["… and \(lines.count - Self.problemLimit + 1) lines more"]
  }

  /// A text of which so many characters are left.
  static func cut(_ text: String, _ count: Int) -> String {
    text.count <= count ? text : text.prefix(count - 1) + "…"
  }

  private static func wrapped(_ text: String, _ count: Int) -> [String] {
    var lines: [String] = []
    for part in text.split(whereSeparator: \.isNewline) {
      var rest = part[...]
      while rest.count > count {
        let line = rest.prefix(count)
        let end = line.lastIndex(of: " ").map { rest.index(after: $0) } ?? line.endIndex
        lines.append(String(rest[..<end]))
        rest = rest[end...]
      }
      lines.append(String(rest))
    }
    return lines
  }
}
