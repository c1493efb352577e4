import MediaCore
import Simulator

/// Makes the lanes of a drawing out of what there is to draw.
struct LaneMaker {
  let facts: CourseFacts
  /// The instant at which the drawing ends.
  let end: Int64

  /// More captures and files than anybody looks at are left out.
  static let limit = 100

  var lanes: [CourseLane] {
    [steps, session] + facts.devices.map(device) + badges + captures + files
  }

  /// The number of captures and files that are left out.
  var hiddenCount: Int { max(0, captureNumbers.count - Self.limit) + max(0, fileNames.count - Self.limit) }

  private func time(_ entry: ScriptEntry) -> String { "\(entry.seconds) s" }

  // MARK: The script

  private var steps: CourseLane {
    let own: [ScriptEntry.Kind] = [.step, .refusal, .access, .prepared, .deferred, .flash]
    var lane = CourseLane(subject: .steps, name: "steps")
    for entry in facts.entries where own.contains(entry.kind) {
      let isError = entry.kind == .refusal || entry.error != nil
      var text = entry.kind == .step || entry.kind == .access ? entry.name : "\(entry.kind.rawValue): \(entry.name)"
      if let capture = entry.capture { text += " (\(capture))" }
      lane.columns.append(
        .init(entry.nanoseconds, .init(text: text, isError: isError, title: title(entry, "\(entry.kind.rawValue)"))))
    }
    return lane
  }

  /// All that a line of the log says, in the words of the log.
  private func title(_ entry: ScriptEntry, _ kind: String) -> String {
    var parts = [time(entry), kind, entry.name]
    if let capture = entry.capture { parts.append("capture \(capture)") }
    if let output = entry.output { parts.append("output \(output)") }
    if let detail = entry.detail { parts.append(detail) }
    if let error = entry.error { parts.append("error \(error)") }
    return parts.joined(separator: ", ")
  }

  // MARK: The session

  private var session: CourseLane {
    var lane = CourseLane(subject: .session, name: "session")
    var state: (look: CourseLane.Span.Look, begin: Int64, word: String)?
    func close(at nanoseconds: Int64) {
      guard let open = state, nanoseconds > open.begin else { return }
      lane.spans.append(
        .init(
          look: open.look, begin: open.begin, end: nanoseconds, label: open.word,
          title: "\(open.word), \(seconds(open.begin)) to \(seconds(nanoseconds)) s"))
    }
    func enter(_ look: CourseLane.Span.Look?, _ entry: ScriptEntry, _ word: String) {
      guard state?.look != look else { return }
      close(at: entry.nanoseconds)
      state = look.map { ($0, entry.nanoseconds, word) }
    }
    let told = facts.entries.filter { $0.kind == .session }
    for entry in told {
      switch entry.name.prefix(while: { $0 != "(" }) {
      case "didStartRunning": enter(.running, entry, "running")
      case "didStopRunning": enter(nil, entry, "")
      case "wasInterrupted": enter(.interrupted, entry, "interrupted \(entry.name.dropFirst("wasInterrupted".count))")
      case "interruptionEnded": if state?.look == .interrupted { enter(nil, entry, "") }
      default:
        let isError = entry.detail != nil
        lane.columns.append(
          .init(entry.nanoseconds, .init(text: entry.name, isError: isError, title: title(entry, "session"))))
      }
    }
    // Where nobody has kept the session's events its output's readiness tells whether it runs.
    for entry in facts.entries where told.isEmpty && entry.kind == .readiness {
      enter(entry.name == "sessionNotRunning" ? nil : .running, entry, "running")
    }
    close(at: end)
    return lane
  }

  // MARK: Devices

  private func device(_ device: CourseDevice) -> CourseLane {
    var lane = CourseLane(subject: device.isCamera ? .camera : .microphone, name: device.name)
    let unit = device.isCamera ? "frame" : "chunk"
    for run in device.runs {
      let (begin, last) = ((run.begin - facts.begin).nanoseconds, (run.end - facts.begin).nanoseconds)
      guard begin <= end else { break }
      let look: CourseLane.Span.Look =
        switch run.fate {
        case .delivered: .delivered
        case .lost: .lost
        case .missing: .missing
        }
      lane.spans.append(
        .init(
          look: look, begin: begin, end: min(last, end),
          label: "\(run.count)" + (last > end ? " until \(ScriptCourse.seconds(run.end - facts.begin)) s" : ""),
          title: "\(run.count) \(unit)\(run.count == 1 ? "" : "s") \(run.fate.rawValue), "
            + "\(seconds(begin)) to \(seconds(last)) s"))
    }
    var left: Int64?
    for entry in facts.entries where entry.kind == .step {
      guard let word = Self.orders.first(where: { entry.name.hasPrefix("\($0): ") }) else { continue }
      let names = entry.name.dropFirst(word.count + 2)
      guard names == device.name || names.split(separator: ", ").contains(Substring(device.name)) else { continue }
      lane.columns.append(.init(entry.nanoseconds, .init(text: word, title: title(entry, "step"))))
      if word == "unplug" { left = left ?? entry.nanoseconds }
      if word == "replug", let begin = left {
        lane.spans.append(away(begin, entry.nanoseconds))
        left = nil
      }
    }
    if let left { lane.spans.append(away(left, end)) }
    return lane
  }

  /// Steps about a device that name it, and do not show in what it delivers.
  private static let orders = ["unplug", "replug", "busy", "free", "deny", "allow"]

  private func away(_ begin: Int64, _ end: Int64) -> CourseLane.Span {
    .init(
      look: .away, begin: begin, end: end, label: "unplugged",
      title: "unplugged, \(seconds(begin)) to \(seconds(end)) s")
  }

  // MARK: The badge

  private var badges: [CourseLane] {
    let told = facts.entries.filter { $0.kind == .badge }
    var names: [String?] = []
    for entry in facts.calls + told where !names.contains(entry.output) { names.append(entry.output) }
    if names.isEmpty { names = [nil] }
    return names.map { name in
      var lane = CourseLane(subject: .badge, name: name.map { "LIVE of \($0)" } ?? "LIVE")
      lane.values = [(0, 0)] + told.filter { $0.output == name }.map { ($0.nanoseconds, Int($0.name) ?? 0) }
      return lane
    }
  }

  private func seconds(_ nanoseconds: Int64) -> String { MediaTime(nanoseconds: nanoseconds).plainSeconds }
}

// MARK: Captures

extension LaneMaker {
  private var captureNumbers: [Int] {
    let pressed = facts.entries.filter { $0.kind == .step && $0.name.hasPrefix("press: ") }.compactMap(\.capture)
    let expected = facts.comparisons.flatMap(\.rows).compactMap { $0.expected?.capture }
    return Set(pressed + facts.calls.compactMap(\.capture) + expected).sorted()
  }

  private var captures: [CourseLane] { captureNumbers.prefix(Self.limit).map(capture) }

  private func capture(_ number: Int) -> CourseLane {
    let calls = facts.calls.filter { $0.capture == number }
    let output = calls.lazy.compactMap(\.output).first
    var lane = CourseLane(subject: .capture, name: "capture \(number)" + (output.map { " of \($0)" } ?? ""))
    for entry in facts.entries where entry.capture == number && entry.kind == .step && entry.name.hasPrefix("press: ") {
      lane.presses.append((entry.nanoseconds, "\(time(entry)), \(entry.name)"))
    }
    for entry in facts.entries where entry.capture == number && entry.kind == .refusal {
      lane.columns.append(
        .init(entry.nanoseconds, .init(text: entry.name, isError: true, title: title(entry, "refusal"))))
    }
    let columns = compared(number, calls)
    lane.columns += columns.isEmpty ? calls.map { .init($0.nanoseconds, mark($0)) } : columns
    lane.columns = lane.columns.enumerated().sorted {
      ($0.element.nanoseconds, $0.offset) < ($1.element.nanoseconds, $1.offset)
    }
    .map(\.element)
    let ends = calls.first { $0.facts.step == "R" }
    let isLive = ends != nil || lane.presses.contains { $0.title.hasSuffix("press: live") }
    if isLive, let begin = calls.first(where: { $0.facts.step == "B" }) {
      let last = ends?.nanoseconds ?? end
      lane.spans.append(
        .init(
          look: .gathering, begin: begin.nanoseconds, end: last,
          title: "gathering, \(seconds(begin.nanoseconds)) to \(seconds(last)) s"))
    }
    return lane
  }

  /// The mark of a call, with the interval in which it came if that is not the one that counts.
  private func mark(_ entry: ScriptEntry, at interval: Int? = nil) -> CourseLane.Mark {
    let kind = entry.kind == .event ? "told to no delegate" : entry.facts.callback ?? "call"
    let letter = entry.facts.step ?? String(entry.name.prefix(1))
    return .init(
      text: letter + (entry.error == nil ? "" : "!") + (interval.map { "@\($0)" } ?? ""), isError: entry.error != nil,
      title: title(entry, kind))
  }

  /// A capture's calls beside those that were expected; none where nothing was, or all came.
  private func compared(_ number: Int, _ calls: [ScriptEntry]) -> [CourseLane.Column] {
    // The first comparison that has something against this capture is the one to look at.
    let rows = facts.comparisons.lazy.map { $0.rows(of: number) }.first { rows in rows.contains { !$0.isEqual } }
    guard let rows else { return [] }
    var time = facts.entries.first { $0.capture == number }?.nanoseconds ?? 0
    var columns: [CourseLane.Column] = []
    for row in rows {
      let entry = row.came.flatMap { came in
        calls.filter { $0.facts.step == String(came.step.letter) }.dropFirst(came.index).first
      }
      // What did not come has the place behind what came before it, unless it was expected at an instant.
      time = entry?.nanoseconds ?? row.nanoseconds ?? time
      let expected = row.expected.map { expected in
        CourseLane.Mark(
          text: expected.text + (row.isEqual ? "" : expected.interval.map { "@\($0)" } ?? ""),
          isError: expected.isError,
          title: "expected: \(expected.text)" + (row.nanoseconds.map { " at \(seconds($0)) s" } ?? ""))
      }
      let came = entry.map { mark($0, at: row.isEqual ? nil : row.came?.step.interval) }
      columns.append(.init(nanoseconds: time, came: came, expected: expected, isParted: !row.isEqual))
    }
    return columns
  }
}

extension CourseComparison {
  /// The rows about one capture. What was expected of it, with another's step in its place, did not come.
  fileprivate func rows(of capture: Int) -> [Row] {
    rows.compactMap { row in
      let expected = row.expected.flatMap { $0.capture == capture ? $0 : nil }
      let came = row.came.flatMap { $0.step.capture == capture ? $0 : nil }
      return expected == nil && came == nil ? nil : Row(expected: expected, nanoseconds: row.nanoseconds, came: came)
    }
  }
}

// MARK: Files

extension LaneMaker {
  private var fileNames: [String] {
    var names: [String] = []
    for entry in facts.entries where entry.kind == .file || entry.kind == .recording {
      if let name = entry.facts.file, !names.contains(name) { names.append(name) }
    }
    return names
  }

  private var files: [CourseLane] {
    fileNames.prefix(Self.limit).map { name in
      var lane = CourseLane(subject: .file, name: name)
      var begin: Int64?
      let own = facts.entries.filter { $0.facts.file == name }
      // Whoever records says when a file is complete; the disk says the same.
      let kind: ScriptEntry.Kind = own.contains { $0.kind == .recording } ? .recording : .file
      for entry in own where entry.kind == kind {
        let isStart = entry.kind == .recording && entry.name.hasSuffix(" started")
        if isStart {
          begin = entry.nanoseconds
          continue
        }
        let start = begin ?? beginning(of: name, before: entry.nanoseconds)
        lane.spans.append(
          .init(
            look: .making, begin: start, end: entry.nanoseconds,
            title: "\(name), made from \(seconds(start)) to \(seconds(entry.nanoseconds)) s"))
        let word = entry.error.map { "error \($0)" } ?? "complete"
        lane.columns.append(
          .init(
            entry.nanoseconds, .init(text: word, isError: entry.error != nil, title: title(entry, entry.kind.rawValue)))
        )
        begin = nil
      }
      if let begin {
        lane.spans.append(.init(look: .making, begin: begin, end: end, title: "\(name), not complete at the end"))
      }
      return lane
    }
  }

  /// Returns the instant at which the making of a capture's file begins: a movie's when its gathering has ended, a
  /// still's with the exposure's end. The file itself appears whole.
  private func beginning(of name: String, before end: Int64) -> Int64 {
    let letter = name.hasSuffix(".mov") ? "R" : "C"
    let number = Int(name.prefix { $0.isASCII && $0.isNumber })
    let call = facts.calls.first { $0.capture == number && $0.facts.step == letter && $0.nanoseconds <= end }
    return call?.nanoseconds ?? end
  }
}
