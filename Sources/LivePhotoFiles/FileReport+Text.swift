import ByteCoding

extension FileReport {
  /// The report for people: one line a fact, labels in a column.
  public var lines: [String] { lines(indent: "") }

  private func lines(indent: String) -> [String] {
    var list = LabelledLines(indent: indent)
    list.heading("\(path): \(summary), \(Self.bytes(size))")
    if !extensionFits { list.add("name", "the extension is not that of the contents (\(kind.rawValue))") }
    still?.describe(in: &list)
    movie?.describe(in: &list)
    if let motionPhoto {
      let timestamp = motionPhoto.timestampMicroseconds.map { ", still at \(Self.seconds(Double($0) / 1e6))" } ?? ""
      list.add(
        "Motion Photo",
        "\(motionPhoto.kindName), movie of \(Self.bytes(motionPhoto.length)) at byte \(motionPhoto.offset)\(timestamp)")
      motionPhoto.movie?.describe(in: &list)
    }
    for note in notes { list.add("note", note) }
    var lines = list.lines
    for member in members { lines += member.lines(indent: indent + "  ") }
    return lines
  }

  /// The tree of boxes, segments and directories for people: place, size, name and what it says.
  public var structureLines: [String] {
    var lines: [String] = []
    func add(_ node: StructureNode, depth: Int) {
      func padded(_ number: Int) -> String {
        let digits = "\(number)"
        return String(repeating: " ", count: max(0, 10 - digits.count)) + digits
      }
      let detail = node.detail.isEmpty ? "" : "  \(node.detail)"
      lines.append(
        "\(padded(node.offset)) \(padded(node.size))  \(String(repeating: "  ", count: depth))\(node.name)\(detail)")
      for child in node.children { add(child, depth: depth + 1) }
    }
    if !structure.isEmpty { lines.append("    offset       size  name") }
    for node in structure { add(node, depth: 0) }
    return lines
  }

  /// `2 020 333 bytes` in thousands that can be read.
  static func bytes(_ count: Int) -> String {
    let digits = Array("\(count)")
    let groups = stride(from: digits.count, to: 0, by: -3).map { String(digits[max(0, $0 - 3)..<$0]) }
    return groups.reversed().joined(separator: " ") + " bytes"
  }

  /// `1.331667 s`, without zeros at the end.
  static func seconds(_ seconds: Double) -> String { "\(decimal(seconds, places: 6)) s" }

  /// A number with at most so many places, without zeros at the end.
  static func decimal(_ number: Double, places: Int) -> String {
    guard number.isFinite, abs(number) < 1e12 else { return "\(number)" }
    var text = number.fixed(digits: places)
    while text.hasSuffix("0") { text.removeLast() }
    return text.hasSuffix(".") ? String(text.dropLast()) : text
  }
}

extension FileReport.MotionPhoto {
  var kindName: String {
    switch kind {
    case "google1": "Google, version 1"
    case "microVideo": "Google MicroVideo"
    case "samsung": "Samsung trailer"
    case "heicBox": "HEIC box mpvd"
    default: kind
    }
  }
}

/// Lines of the form `label  value`, values in one column.
struct LabelledLines {
  private(set) var lines: [String] = []
  let indent: String
  private static let width = 14

  mutating func heading(_ text: String) { lines.append(indent + text) }

  /// A fact; nothing without a value.
  mutating func add(_ label: String, _ value: String?) {
    guard let value, !value.isEmpty else { return }
    let gap = String(repeating: " ", count: max(1, Self.width - label.count))
    lines.append("\(indent)  \(label)\(gap)\(value)")
  }
}
