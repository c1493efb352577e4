import CaptureScripts
import LiveCapture
import MediaCore
import Simulator

extension TimelineReport {
  /// The course as a picture, in SVG: a lane for each device, the session, the LIVE counter, each capture and each
  /// movie.
  ///
  /// Where the steps of a capture part from those that were expected, both are drawn, one above the other, and the
  /// places are marked. It is one text that needs nothing else, and equal runs have equal bytes.
  /// <doc:LiveCaptureTesting> has an example that attaches it to a test.
  public var svg: String {
    var account = CourseAccount()
    account.title = subject
    account.verdict =
      passes ? "as expected" : "\(problems.count) \(problems.count == 1 ? "problem" : "problems")"
    account.problems = problems
    account.comparisons = [
      CourseComparison(expected: expected, came: actual, numbers: captureNumbers) { interval in
        let bench = run.bench
        let frame = bench.scene.timeOfFrame(Int64(interval), interval: bench.frameInterval)
        return (frame - bench.scene.epoch).nanoseconds
      }
    ]
    return run.bench.svg(account)
  }

  /// The captures by their presses, in the order in which they were first heard of.
  private var captureNumbers: [Int] {
    var numbers: [Int] = []
    for call in run.calls {
      let number = Int(call.settings.uniqueID.rawValue)
      if !numbers.contains(number) { numbers.append(number) }
    }
    return numbers
  }
}

extension TimelineRun {
  /// The run as a drawing in SVG: ``TimelineReport/svg`` without expectations.
  public var svg: String { bench.svg }
}

extension CaptureBench {
  /// A drawing of the run so far, in SVG: ``TimelineReport/svg`` without expectations.
  public var svg: String {
    var account = CourseAccount()
    account.title = "capture bench"
    account.verdict = delegate.timeline.isEmpty ? "no calls" : delegate.timeline
    return svg(account)
  }

  func svg(_ account: CourseAccount) -> String {
    var account = account
    account.calls = delegate.calls
    return play.svg(account)
  }
}
