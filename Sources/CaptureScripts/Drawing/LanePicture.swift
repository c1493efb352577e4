/// Draws one lane.
struct LanePicture {
  let lane: CourseLane
  let plot: CoursePlot
  private let marks: [PlacedMark]
  /// Marks for which there was no room.
  private let leftOut: Int

  /// A column's place: in a row of letters, or among rows of words.
  private struct PlacedMark {
    let column: CourseLane.Column
    let x: Int
    let row: Int
    let width: Int
  }

  private static let rowHeight = 180
  private static let markHeight = 150
  private static let padding = 50
  private static let rowLimit = 10

  init(_ lane: CourseLane, _ plot: CoursePlot) {
    (self.lane, self.plot) = (lane, plot)
    let anchors = lane.columns.map { plot.x($0.nanoseconds) }
    let widths = lane.columns.map { column in
      max(Self.width(column.came, of: lane.subject), Self.width(column.expected, of: lane.subject))
    }
    let bounds = CoursePlot.bounds
    if lane.subject == .capture {
      // Letters keep their order and stand as near to their instants as there is room.
      var count = 0
      var room = bounds.count
      while count < widths.count, room >= widths[count] + Self.gap {
        room -= widths[count] + Self.gap
        count += 1
      }
      let places = MarkPlacement.row(
        Array(anchors.prefix(count)), widths: Array(widths.prefix(count)), gap: Self.gap, within: bounds)
      marks = places.indices.map { PlacedMark(column: lane.columns[$0], x: places[$0], row: 0, width: widths[$0]) }
    } else {
      let places = MarkPlacement.rows(anchors, widths: widths, gap: Self.gap, limit: Self.rowLimit, within: bounds)
      marks = places.indices.compactMap { index in
        places[index].map { PlacedMark(column: lane.columns[index], x: $0.place, row: $0.row, width: widths[index]) }
      }
    }
    leftOut = lane.columns.count - marks.count
  }

  private static let gap = 20

  private static func shown(_ mark: CourseLane.Mark, of subject: CourseLane.Subject) -> String {
    CourseDrawing.cut(mark.text, subject == .capture ? 24 : 40)
  }

  private static func width(_ mark: CourseLane.Mark?, of subject: CourseLane.Subject) -> Int {
    guard let mark else { return 0 }
    let count = shown(mark, of: subject).count
    return subject == .capture ? 90 + 68 * count : 110 + 54 * count
  }

  // MARK: Heights

  private var rowCount: Int {
    if lane.isCompared { return 2 }
    return (marks.map(\.row).max() ?? -1) + 1 + (leftOut > 0 && lane.subject != .capture ? 1 : 0)
  }

  private var trackHeight: Int {
    switch lane.subject {
    case .steps: 0
    case .session, .camera, .microphone: 140
    case .capture: 130
    case .badge: 200
    case .file: 60
    }
  }

  var height: Int {
    let own = Self.padding * 2 + rowCount * Self.rowHeight + trackHeight
    // The name, and below it what it is of.
    return max(own, hasSubtitle ? 330 : 240)
  }

  private var hasSubtitle: Bool { lane.subject == .camera || lane.subject == .microphone || lane.subject == .file }

  // MARK: Drawing

  func write(at top: Int, into svg: inout SVGText) {
    let pixels = SVGText.pixels
    svg.group("g", ["class": "lane \(lane.subject.rawValue)-lane"]) { svg in
      svg.element("title", [:], text: "\(lane.subject.rawValue): \(lane.name)")
      let middle = top + height / 2
      let name = CourseDrawing.cut(lane.name, 22)
      // Where two rows are drawn their names stand beside them, and the lane's at the edge.
      svg.element(
        "text",
        [
          "x": lane.isCompared ? "14" : "146", "y": pixels(middle + (hasSubtitle ? -10 : 40)),
          "text-anchor": lane.isCompared ? "start" : "end",
        ], text: lane.isCompared ? CourseDrawing.cut(lane.name, 14) : name)
      if hasSubtitle {
        svg.element(
          "text", ["class": "small", "x": "146", "y": pixels(middle + 110), "text-anchor": "end"],
          text: lane.subject.rawValue)
      }
      let rows = top + Self.padding
      let track = rows + rowCount * Self.rowHeight
      if lane.isCompared { writeRowNames(rows, into: &svg) }
      writeTrack(track, into: &svg)
      for mark in marks { write(mark, rows: rows, track: track, into: &svg) }
      if leftOut > 0 {
        svg.element(
          "text",
          [
            "class": "small", "x": pixels(CoursePlot.right), "y": pixels(track - 60), "text-anchor": "end",
          ], text: "and \(leftOut) more")
      }
    }
  }

  private func writeRowNames(_ rows: Int, into svg: inout SVGText) {
    for (index, name) in ["expected", "came"].enumerated() {
      svg.element(
        "text",
        [
          "class": "small", "x": "146", "y": SVGText.pixels(rows + index * Self.rowHeight + 110),
          "text-anchor": "end",
        ], text: name)
    }
  }

  private func write(_ mark: PlacedMark, rows: Int, track: Int, into svg: inout SVGText) {
    let column = mark.column
    let pixels = SVGText.pixels
    let top = rows + mark.row * Self.rowHeight
    if lane.isCompared {
      if column.isParted {
        svg.element(
          "rect",
          [
            "class": "parted", "x": pixels(mark.x - 15), "y": pixels(rows - 30), "rx": "3",
            "width": pixels(mark.width + 30), "height": pixels(2 * Self.rowHeight + 20),
          ], title: "expected: \(column.expected?.text ?? "nothing"); came: \(column.came?.text ?? "nothing")")
      }
      box(column.expected, .expected, mark, top, into: &svg)
      box(column.came, .came, mark, top + Self.rowHeight, into: &svg)
    } else {
      box(column.came, .came, mark, top, into: &svg)
    }
    guard lane.subject == .capture else { return }
    let anchor = plot.x(column.nanoseconds)
    let end = track + 60
    svg.element(
      "path",
      [
        "class": "leader",
        "d": "M\(pixels(mark.x + mark.width / 2)) \(pixels(track - 20))L\(pixels(anchor)) \(pixels(end))",
      ])
    svg.element("circle", ["class": "press", "cx": pixels(anchor), "cy": pixels(end), "r": "1.8"])
  }

  private enum Row { case expected, came }

  /// A step is a rectangle, an error an octagon; what was expected is hollow, what is not there dashed.
  private func box(
    _ mark: CourseLane.Mark?, _ row: Row, _ placed: PlacedMark, _ top: Int, into svg: inout SVGText
  ) {
    let pixels = SVGText.pixels
    let (left, right, bottom) = (placed.x, placed.x + placed.width, top + Self.markHeight)
    guard let mark else {
      svg.element(
        "rect",
        [
          "class": "absent", "x": pixels(left), "y": pixels(top), "rx": "3", "width": pixels(placed.width),
          "height": pixels(Self.markHeight),
        ], title: row == .came ? "did not come" : "was not expected")
      return
    }
    let isLetter = lane.subject == .capture
    let kind = row == .expected ? "expected" : mark.isError ? "error" : isLetter ? "mark" : "note"
    svg.group("g", [:]) { svg in
      svg.element("title", [:], text: mark.title)
      if mark.isError {
        let corners = [
          (left + 45, top), (right - 45, top), (right, top + 45), (right, bottom - 45), (right - 45, bottom),
          (left + 45, bottom), (left, bottom - 45), (left, top + 45),
        ]
        let points = corners.map { "\(pixels($0.0)),\(pixels($0.1))" }.joined(separator: " ")
        svg.element("polygon", ["class": kind, "points": points])
      } else {
        svg.element(
          "rect",
          [
            "class": kind, "x": pixels(left), "y": pixels(top), "rx": "3", "width": pixels(placed.width),
            "height": pixels(Self.markHeight),
          ])
      }
      let letters = row == .expected ? "letter expected-letter" : "letter"
      svg.element(
        "text",
        [
          "class": isLetter ? letters : mark.isError ? "inside" : "small",
          "x": pixels(isLetter ? left + placed.width / 2 : left + 50), "y": pixels(top + (isLetter ? 113 : 108)),
          "text-anchor": isLetter ? "middle" : "start",
        ], text: Self.shown(mark, of: lane.subject))
    }
  }
}
