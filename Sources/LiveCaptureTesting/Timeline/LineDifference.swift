import CaptureScripts

/// The differences of two texts, line by line, with the lines around each.
///
/// ```
///     3  +1.500000  1  willCapturePhoto
/// -   4  +1.500000  1  didCapturePhoto
/// +   4  +1.533333  1  didCapturePhoto
///     5  +1.533333  1  didFinishProcessingPhoto
/// ```
public struct LineDifference: Sendable, Hashable, CustomStringConvertible {
  /// The number of lines that are only in the expected text.
  public let missingCount: Int
  /// The number of lines that are only in the actual text.
  public let extraCount: Int
  /// The differences with their context; empty for equal texts.
  public let description: String

  /// A Boolean value that indicates whether the texts are equal.
  public var isEmpty: Bool { missingCount == 0 && extraCount == 0 }

  /// Compares two texts and shows `context` lines around each difference, and at most `limit` lines.
  public init(expected: String, actual: String, context: Int = 3, limit: Int = 200) {
    let rows = Alignment(expected: Self.lines(expected), actual: Self.lines(actual)).rows
    missingCount = rows.count { !$0.isEqual && $0.expected != nil }
    extraCount = rows.count { !$0.isEqual && $0.actual != nil }
    description = Self.text(rows, context: max(0, context), limit: max(1, limit))
  }

  private static func lines(_ text: String) -> [Substring] {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }

  private static func text(_ rows: [Alignment<Substring>.Row], context: Int, limit: Int) -> String {
    var isShown = rows.map { _ in false }
    for (index, row) in rows.enumerated() where !row.isEqual {
      for near in max(0, index - context)...min(rows.count - 1, index + context) { isShown[near] = true }
    }
    var output: [String] = []
    var (left, right) = (0, 0)
    var wasShown = true
    for (row, shown) in zip(rows, isShown) {
      if row.expected != nil { left += 1 }
      if row.actual != nil { right += 1 }
      if shown {
        if !wasShown { output.append("      …") }
        output += Self.lines(of: row, left: left, right: right)
      }
      wasShown = shown
    }
    if output.count > limit {
      output = output.prefix(limit) + ["      … and \(output.count - limit) lines more"]
    }
    return output.joined(separator: "\n")
  }

  private static func lines(of row: Alignment<Substring>.Row, left: Int, right: Int) -> [String] {
    func line(_ mark: String, _ number: Int, _ text: Substring) -> String {
      let digits = "\(number)"
      return mark + String(repeating: " ", count: max(1, 5 - digits.count)) + digits + "  " + text
    }
    if row.isEqual { return row.actual.map { [line(" ", right, $0)] } ?? [] }
    return (row.expected.map { [line("-", left, $0)] } ?? []) + (row.actual.map { [line("+", right, $0)] } ?? [])
  }
}
