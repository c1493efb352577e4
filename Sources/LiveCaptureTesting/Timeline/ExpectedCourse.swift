/// The steps that a timeline is expected to lead to: `B W C P R M F`, or `B1 W1 B2 … F2!`.
///
/// A step without a number belongs to capture 1. `!` behind it says that it brings an error; `@90` behind that, that it
/// comes in interval 90, counted from 0.
struct ExpectedCourse {
  struct Step: Hashable {
    var step: CaptureStep
    var capture: Int
    var hasError: Bool
    var interval: Int?

    /// `P1!`, or `P!` where there is one capture only; with `@90` if the interval counts.
    func text(showsCapture: Bool) -> String {
      "\(step.rawValue)" + (showsCapture ? "\(capture)" : "") + (hasError ? "!" : "")
        + (interval.map { "@\($0)" } ?? "")
    }
  }

  let steps: [Step]

  init(_ text: String) throws(TimelineError) {
    var steps: [Step] = []
    for token in TimelineToken.split(text) {
      try Self.checkNumbers(token, in: text)
      guard let step = Self.step(token.text) else {
        throw TimelineError(
          .unknownStep, token, in: text,
          "\"\(token.text)\" is no step; write B, W, C, P, D, R, M or F, a capture's number, ! for an error, @ and an interval"
        )
      }
      steps.append(step)
    }
    self.steps = steps
  }

  /// A number that is too large is told as that, for the step may be one otherwise.
  private static func checkNumbers(_ token: TimelineToken, in text: String) throws(TimelineError) {
    let parts = token.text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    let (capture, interval) = (parts[0].filter { $0.isASCII && $0.isNumber }, parts.dropFirst().first ?? "")
    guard capture.count <= 6 else {
      throw TimelineError(.unknownStep, token, in: text, "\"\(token.text)\": captures are numbered to 999999 at most")
    }
    guard !interval.isEmpty, interval.allSatisfy({ $0.isASCII && $0.isNumber }) else { return }
    let limit = CaptureTimeline.intervalLimit
    guard interval.count <= 6, let number = Int(interval), number < limit else {
      throw TimelineError(
        .tooLong, token, in: text,
        "\"\(token.text)\": a timeline has at most \(limit) intervals, counted from 0, so the last is \(limit - 1)")
    }
  }

  private static func step(_ text: Substring) -> Step? {
    guard let first = text.first, let step = CaptureStep(rawValue: first) else { return nil }
    var rest = text.dropFirst()
    func number() -> Int? {
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      guard (1...6).contains(digits.count) else { return nil }
      rest = rest.dropFirst(digits.count)
      return Int(digits)
    }
    let capture = number() ?? 1
    let hasError = rest.first == "!"
    if hasError { rest = rest.dropFirst() }
    var interval: Int?
    if rest.first == "@" {
      rest = rest.dropFirst()
      interval = number()
      if interval == nil { return nil }
    }
    return rest.isEmpty ? Step(step: step, capture: capture, hasError: hasError, interval: interval) : nil
  }
}
