import LiveCapture
import MediaCore
import Synchronization

/// Collects what happens while a script runs, from whichever queue it is told on.
final class ScriptLog: Sendable {
  private let entries = Mutex<[ScriptEntry]>([])
  private let clock: any MediaClock
  /// The folder of the run's files with a slash at its end; empty for none. Logs do not tell it: runs into different
  /// folders have equal ones.
  private let folder: String
  let begin: MediaTime

  init(clock: any MediaClock, folder: String = "") {
    self.clock = clock
    self.folder = folder
    begin = clock.now
  }

  func note(
    _ kind: ScriptEntry.Kind, _ name: String, capture: Int? = nil, output: String? = nil, detail: String? = nil,
    error: Int? = nil, facts: ScriptFacts = ScriptFacts(), at time: MediaTime? = nil
  ) {
    let nanoseconds = (time ?? clock.now).nanoseconds - begin.nanoseconds
    let entry = ScriptEntry(
      nanoseconds: nanoseconds, kind: kind, capture: capture, output: output, name: name,
      detail: detail.map(withoutFolder), error: error, facts: facts)
    entries.withLock { $0.append(entry) }
  }

  /// A text in which paths of the run's folder are relative to it.
  func withoutFolder(_ text: String) -> String {
    guard !folder.isEmpty else { return text }
    // A path begins where no other path goes on.
    let begins = text.ranges(of: folder).filter { range in
      text[..<range.lowerBound].last.map { !$0.isLetter && !$0.isNumber && !"/._-".contains($0) } ?? true
    }
    var text = text
    text.removeSubranges(RangeSet(begins))
    return text
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
