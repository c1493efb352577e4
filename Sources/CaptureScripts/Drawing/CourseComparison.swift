/// Steps of captures that were expected, beside those that came.
package struct CourseComparison: Sendable {
  /// A step of a capture, as ``CaptureStep`` writes it: `P1!`. Where the capture's number is not written it is known.
  struct Step: Sendable, Hashable {
    let letter: Character
    var capture: Int
    let isError: Bool
    /// The interval of a timeline, if it counts: `P1!@90`.
    let interval: Int?

    init?(_ text: Substring, of capture: Int) {
      let parts = text.split(separator: "@")
      guard let mark = parts.first, let letter = mark.first else { return nil }
      self.letter = letter
      self.capture = Int(mark.dropFirst().prefix { $0 != "!" }) ?? capture
      isError = mark.hasSuffix("!")
      interval = parts.dropFirst().first.flatMap { Int($0) }
    }

    var text: String { "\(letter)" + (isError ? "!" : "") }
  }

  struct Row: Sendable {
    let expected: Step?
    /// The time at which the step was expected; `nil` if none was given.
    let nanoseconds: Int64?
    /// The step that came, and the number of steps before it that have the same letter and capture.
    let came: (step: Step, index: Int)?
    var isEqual: Bool { expected != nil && expected == came?.step }
  }

  /// The identity of a step, regardless of its error and of its time.
  private struct Kind: Hashable {
    let letter: Character
    let capture: Int
  }

  let rows: [Row]

  /// Compares two timelines in the notation of ``CaptureStep``. Steps without a number are of `capture`; `numbers` are
  /// those of captures that are counted otherwise there, from 1, and `nanoseconds` the beginning of an interval.
  package init(
    expected: String, came: String, of capture: Int = 1, numbers: [Int] = [],
    nanoseconds: (_ interval: Int) -> Int64? = { _ in nil }
  ) {
    func steps(_ text: String) -> [Step] {
      text.split(separator: " ").compactMap { word in
        guard var step = Step(word, of: capture) else { return nil }
        if numbers.indices.contains(step.capture - 1) { step.capture = numbers[step.capture - 1] }
        return step
      }
    }
    let (wanted, found) = (steps(expected), steps(came))
    // The same step with an error instead of without one has its own place: only then the whole step is looked at.
    let alignment = Alignment(
      expected: wanted.map { Kind(letter: $0.letter, capture: $0.capture) },
      actual: found.map { Kind(letter: $0.letter, capture: $0.capture) })
    var (left, right) = (wanted[...], found[...])
    var counts: [Kind: Int] = [:]
    rows = alignment.rows.map { row in
      let expected = row.expected == nil ? nil : left.popFirst()
      let came = row.actual == nil ? nil : right.popFirst()
      var index = 0
      if let kind = row.actual {
        index = counts[kind, default: 0]
        counts[kind] = index + 1
      }
      return Row(
        expected: expected, nanoseconds: expected?.interval.flatMap(nanoseconds), came: came.map { ($0, index) })
    }
  }
}
