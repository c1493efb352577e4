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
    for token in TimelineToken.split(text) { steps.append(try Self.step(token, in: text)) }
    self.steps = steps
  }

  private static func step(_ token: TimelineToken, in text: String) throws(TimelineError) -> Step {
    var rest = token.text.dropFirst()
    func digits() -> Substring {
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      rest = rest.dropFirst(digits.count)
      return digits
    }
    func take(_ mark: Character) -> Bool {
      guard rest.first == mark else { return false }
      rest = rest.dropFirst()
      return true
    }
    let capture = digits()
    let hasError = take("!")
    let interval = take("@") ? digits() : nil
    // A number that is too large is told as that, for the step may be one otherwise.
    guard capture.count <= 6 else {
      throw TimelineError(.unknownStep, token, in: text, "\"\(token.text)\": captures are numbered to 999999 at most")
    }
    let limit = CaptureTimeline.intervalLimit
    if let interval, !interval.isEmpty, rest.isEmpty, interval.count > 6 || Int(interval) ?? limit >= limit {
      throw TimelineError(
        .tooLong, token, in: text,
        "\"\(token.text)\": a timeline has at most \(limit) intervals, counted from 0, so the last is \(limit - 1)")
    }
    guard let step = token.text.first.flatMap(CaptureStep.init), interval?.isEmpty != true, rest.isEmpty else {
      throw TimelineError(
        .unknownStep, token, in: text,
        "\"\(token.text)\" is no step; write B, W, C, P, D, R, M or F, a capture's number, ! for an error, @ and an interval"
      )
    }
    return Step(step: step, capture: Int(capture) ?? 1, hasError: hasError, interval: interval.flatMap { Int($0) })
  }
}
