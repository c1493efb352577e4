package import MediaCore
import Simulator

extension CaptureTimeline {
  /// The steps that the timeline is short for.
  ///
  /// - Parameters:
  ///   - begin: The first interval's beginning, since the script's.
  ///   - interval: How long an interval is. Intervals keep to the camera's frames where `begin` does.
  ///   - isImmediate: Whether pictures arrive when they are taken: the instant at which an interval ends is the next
  ///     one's alone then. Otherwise the interval has it, too.
  package func steps(from begin: MediaTime, every interval: MediaTime, isImmediate: Bool) -> [ScriptStep] {
    var course = Course(begin, interval, slack: isImmediate ? MediaTime(nanoseconds: 1) : .zero)
    var isSilent = false
    for (number, interval) in intervals.enumerated() {
      course.add(steps[number] ?? [])
      course.enter(interval)
      if hasSound, interval.hasSound == isSilent {
        course.add(.order(isSilent ? .thaw : .freeze, to: [Self.microphone]))
        isSilent.toggle()
      }
      for press in interval.presses { course.add(.press(ScriptPress(press == .live ? .live : .still))) }
      course.leave()
    }
    course.add(steps[intervals.count] ?? [])
    course.end()
    return course.steps + (stops ? [ScriptStep(.next, .stop)] : [])
  }

  /// The camera and the microphone of a timeline have the names of those of a script that lists none.
  private static let camera = "camera"
  private static let microphone = "microphone"

  private struct Course {
    private(set) var steps: [ScriptStep] = []
    private let frames = Scene(epoch: .zero)
    private let interval: MediaTime
    private let slack: MediaTime
    private var base: MediaTime
    /// The number of intervals that have passed since `base`.
    private var count: Int64 = 0
    /// The last instant that was waited for; `nil` at the beginning, and behind an advance.
    private var previous: MediaTime?

    init(_ begin: MediaTime, _ interval: MediaTime, slack: MediaTime) {
      (base, self.interval, self.slack) = (begin, interval, slack)
      countIntervals(from: begin)
    }

    /// Counts intervals from an instant: a frame's, or any other.
    private mutating func countIntervals(from instant: MediaTime) {
      let frame = frames.firstFrame(atOrAfter: instant, interval: interval)
      let isFrames = frames.timeOfFrame(frame, interval: interval) == instant
      (base, count) = isFrames ? (.zero, frame) : (instant, 0)
    }

    private var now: MediaTime { base + frames.timeOfFrame(count, interval: interval) }

    mutating func add(_ action: ScriptAction) { steps.append(ScriptStep(.at(now), action)) }

    /// Adds what stands between two intervals, at the end of the first.
    mutating func add(_ named: [ScriptStep]) {
      guard !named.isEmpty else { return }
      end()
      for var step in named {
        if case .after(let delay) = step.moment { pass(delay) }
        step.moment = .next
        if case .advance(let delay) = step.action { pass(delay) } else { steps.append(step) }
      }
    }

    private mutating func pass(_ time: MediaTime) {
      countIntervals(from: now + time)
      steps.append(ScriptStep(.next, .advance(time)))
      previous = nil
    }

    mutating func enter(_ interval: Interval) {
      let before = previous.map { ScriptStep.Moment.at($0) } ?? .next
      if interval.picture == .lost { steps.append(ScriptStep(before, .order(.spoil(.drop, frames: 1)))) }
      if interval.picture == .missing { steps.append(ScriptStep(before, .order(.freeze, to: [camera]))) }
      // What is due at the first instant is due before what is done at it.
      if previous == nil { add(.advance(.zero)) }
      if interval.picture == .missing { add(.order(.thaw, to: [camera])) }
    }

    mutating func leave() {
      previous = now
      count += 1
    }

    mutating func end() {
      guard previous != nil else { return }
      steps.append(ScriptStep(.at(now - slack), .advance(.zero)))
      previous = now - slack
    }
  }
}
