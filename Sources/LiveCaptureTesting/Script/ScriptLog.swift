import LiveCapture
import MediaCore
import Synchronization

/// Collects what happens while a script runs, from whichever queue it is told on.
final class ScriptLog: Sendable {
  private let entries = Mutex<[ScriptEntry]>([])
  private let clock: any MediaClock
  let begin: MediaTime

  init(clock: any MediaClock) {
    self.clock = clock
    begin = clock.now
  }

  func note(
    _ kind: ScriptEntry.Kind, _ name: String, capture: Int? = nil, detail: String? = nil, error: Int? = nil,
    at time: MediaTime? = nil
  ) {
    let nanoseconds = (time ?? clock.now).nanoseconds - begin.nanoseconds
    let entry = ScriptEntry(kind, name, at: nanoseconds, capture: capture, detail: detail, error: error)
    entries.withLock { $0.append(entry) }
  }

  /// Everything, by time; what happened at one instant by its kind, and what is of one kind as it was told.
  var sorted: [ScriptEntry] {
    let all = entries.withLock { $0 }
    return all.enumerated().sorted { left, right in
      (left.element.nanoseconds, left.element.group, left.offset)
        < (right.element.nanoseconds, right.element.group, right.offset)
    }.map(\.element)
  }
}

extension ScriptEntry {
  /// Kinds that are told by one thread after another, in an order that is the same on each run, stay in it.
  fileprivate var group: Int {
    switch kind {
    case .call, .event, .file: Kind.call.rank
    case .step, .refusal: Kind.step.rank
    default: kind.rank
    }
  }
}

extension MediaTime {
  /// Seconds to the millisecond, for details of log entries.
  var milliseconds: String {
    guard isNumeric else { return "none" }
    let value = Int((seconds * 1000).rounded())
    let rest = "\(value.magnitude % 1000)"
    return (value < 0 ? "-" : "") + "\(value.magnitude / 1000)." + String(repeating: "0", count: 3 - rest.count) + rest
      + " s"
  }
}
