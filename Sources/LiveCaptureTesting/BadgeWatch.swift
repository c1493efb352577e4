public import CaptureScripts
package import LiveCapture
import MediaCore
public import Simulator
import Synchronization

/// Compares an app's LIVE badge with the events of the captures, at every instant.
///
/// ```
/// let badge = BadgeWatch(clock) { app.liveCount }
/// …
/// #expect(badge.report.passes)
/// ```
/// The app's count is read whenever all work of an instant is done. It has to be the number of Live Photos that have
/// begun and whose recording has not ended: up at `willBeginCaptureFor`, down at
/// `didFinishRecordingLivePhotoMovieForEventualFileAt`. Run it in the order `CaptureProfile.Order.apart` or in a
/// shuffled one, in which no two events come at one instant.
public final class BadgeWatch: VirtualRunWatch {
  private struct Stretch {
    let start: MediaTime
    let shown: Int
    let right: Int
    /// The last event before the badge was wrong, and the first after it.
    let cause: String
    var end: (time: MediaTime, cause: String)?
  }

  private struct State {
    var right = 0
    var numbers: [CaptureID: Int] = [:]
    /// The events that have been told since the count was last read.
    var events: [String] = []
    var lastEvent = "no event"
    var stretches: [Stretch] = []
    var looks = 0
  }

  private let clock: VirtualClock
  private let begin: MediaTime
  private let count: @Sendable () async -> Int
  private let state = Mutex(State())

  /// Creates a watch over the app's count of Live Photos, from now on. It does not know captures that are under way.
  public init(_ clock: VirtualClock, count: @escaping @Sendable () async -> Int) {
    self.clock = clock
    self.count = count
    begin = clock.now
    VirtualRun.of(clock).add(self)
  }

  package func hear(_ notice: CaptureNotice) {
    guard case .told(let event, _, _) = notice else { return }
    let step = CaptureStep(event)
    let settings = event.resolvedSettings
    state.withLock { state in
      let number = state.numbers[settings.uniqueID] ?? state.numbers.count + 1
      state.numbers[settings.uniqueID] = number
      if step == .willBegin, settings.isLive { state.right += 1 }
      if step == .didRecordMovie { state.right -= 1 }
      state.events.append("\(step.methodName) of capture \(number)")
    }
  }

  package func didSettle() async {
    let shown = await count()
    let now = clock.now
    state.withLock { state in
      let what =
        state.events.isEmpty ? "no event, the last was \(state.lastEvent)" : state.events.joined(separator: ", ")
      state.lastEvent = state.events.last ?? state.lastEvent
      state.events = []
      state.looks += 1
      guard shown != state.right else {
        if let last = state.stretches.indices.last, state.stretches[last].end == nil {
          state.stretches[last].end = (now, what)
        }
        return
      }
      if let last = state.stretches.last, last.end == nil, last.shown == shown, last.right == state.right { return }
      if let last = state.stretches.indices.last, state.stretches[last].end == nil {
        state.stretches[last].end = (now, what)
      }
      state.stretches.append(Stretch(start: now, shown: shown, right: state.right, cause: what))
    }
  }

  /// The report about what was seen so far.
  public var report: Report {
    state.withLock { state in
      Report(
        looks: state.looks,
        problems: state.stretches.map { stretch in
          let start =
            "LIVE was \(stretch.shown) and should have been \(stretch.right) from"
            + " \((stretch.start - begin).signedSeconds) s (\(stretch.cause))"
          guard let end = stretch.end else { return start + " to the end" }
          return start + " to \((end.time - begin).signedSeconds) s (\(end.cause))"
        })
    }
  }

  /// A report about what a watch has seen.
  public struct Report: ExpectationReport {
    /// The number of looks at the badge.
    public let looks: Int
    /// The periods in which the badge was wrong: begin and end, with the events of both instants.
    public let problems: [String]
    /// A text with the number of looks at the badge.
    public var subject: String { "LIVE at \(looks) instants" }
  }
}
