import Diagnostics
import LiveCapture
import MediaCore
import Synchronization

/// Movies that are recorded to files, and what must not be whatever a script expects.
extension ScriptStage {
  func record(_ recording: ScriptRecording) async {
    let number = state.withLock { state in
      state.recordingCount += 1
      return state.recordingCount
    }
    let name = recording.name ?? "recording-\(number).mov"
    await attempt("record: \(name)") {
      guard let output = state.withLock({ $0.movieOutput }) else {
        throw CaptureError(
          .invalidConfiguration, message: "there is no movie output; write \"movieOutput: add\" before this step",
          rule: .videoConnectionIsActive)
      }
      output.videoCodecType = recording.codec
      output.maxRecordedDuration = recording.maximumDuration
      output.maxRecordedFileSize = recording.maximumSize
      try output.startRecording(to: files.path(name))
    }
  }

  /// What became of every recording, by time.
  func recordingEvents() async -> [RecordingEvent] {
    var events: [RecordingEvent] = []
    for stream in state.withLock({ $0.recordings }) { events += await Self.all(of: stream) }
    return events.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
  }

  func note(_ events: [RecordingEvent]) {
    for event in events {
      let name = files.name(event.path)
      switch event {
      case .didStartRecording(_, let time):
        state.withLock { _ = $0.openRecordings.insert(name) }
        log.note(.recording, "\(name) started", facts: ScriptFacts(file: name), at: time)
      case .didFinishRecording(let movie, _, let error, let time):
        state.withLock { _ = $0.openRecordings.remove(name) }
        var facts = ScriptFacts(file: name, bytes: movie?.byteCount)
        if let movie { facts.describeMovie(duration: movie.duration) }
        facts.frames = movie?.frameCount
        log.note(
          .recording, "\(name) \(movie == nil ? "failed" : "finished")",
          detail: movie.map { "\($0.duration.milliseconds) long, \($0.frameCount) frames, \($0.byteCount) bytes" }
            ?? error?.description, error: error?.avErrorCode, facts: facts, at: time)
      }
    }
  }

  /// What must not be, whatever the script expects.
  func violations(_ courses: [ScriptOutputCourse]) -> [ScriptRun.Violation] {
    // Errors name files by their paths; what is told of a run does not.
    let (late, failures) = state.withLock { ($0.violations, $0.startFailures.map(log.withoutFolder)) }
    var violations = late + courses.flatMap(violations(of:)) + strayEvents(courses)
    if courses.count > 1 {
      let all = ScriptOutputCourse.merged(courses).map(\.event)
      violations += CaptureLaws.checkBadge(ScriptOutputCourse.totals(courses), of: all).problems.map {
        .init(kind: .badge, message: "all outputs together: \($0)")
      }
    }
    let expected = script.expectations
    // Whoever lists what happens to the session, or what is refused, has said that it cannot start; others have not.
    if expected.session == nil, expected.refusals == nil {
      violations += failures.map {
        .init(kind: .start, message: "the session could not be started as it is to be: \($0)")
      }
    }
    violations += unforeseenRefusals
    return violations + files.unwritten.map { .init(kind: .unwritten, message: log.withoutFolder($0)) }
  }

  /// What one output may not do by itself.
  private func violations(of course: ScriptOutputCourse) -> [ScriptRun.Violation] {
    let whose = course.label.map { "output \($0): " } ?? ""
    // Every value that the counter has had, against what the events up to there make.
    let badge = CaptureLaws.checkBadge(course.counts, of: course.events)
    // A script may end with captures under way.
    let laws = CaptureLaws.check(course.events, areFinished: false, profile: script.profile)
    return badge.problems.map { .init(kind: .badge, message: whose + $0) }
      + laws.violations.filter { $0.law != .badge }.map { .init(kind: .laws, message: whose + $0.description) }
  }

  /// Captures of which another output tells, or a delegate hears, than the one that was asked.
  private func strayEvents(_ courses: [ScriptOutputCourse]) -> [ScriptRun.Violation] {
    let asked = script.outputsOfPresses.map { courses[$0].label }
    var told = courses.flatMap { course in
      course.events.map { (Int($0.resolvedSettings.uniqueID.rawValue), course.label) }
    }
    told += log.sorted.filter { $0.kind == .call }.map { ($0.capture ?? 0, $0.output) }
    var violations: [ScriptRun.Violation] = []
    for (number, output) in told where !asked.indices.contains(number - 1) || asked[number - 1] != output {
      let wanted = asked.indices.contains(number - 1) ? asked[number - 1] ?? "the output" : "nobody"
      let message = "capture \(number) was asked of \(wanted), and \(output ?? "the output") told of it"
      if !violations.contains(where: { $0.message == message }) {
        violations.append(.init(kind: .laws, message: message))
      }
    }
    return violations
  }

  /// The presses that were refused though the script says nothing of the kind.
  private var unforeseenRefusals: [ScriptRun.Violation] {
    let expected = script.expectations
    // A timeline has all captures: what is not in it is to have been refused.
    guard expected.refusals == nil, expected.timeline == nil else { return [] }
    let asked = script.outputsOfPresses
    return state.withLock { $0.refusedPresses }.compactMap { number, reason in
      if let name = outputs[asked[number - 1]].plan?.name, expected.outputs[name]?.timeline != nil { return nil }
      let capture = expected.captures[number]
      guard capture?.refused == nil, capture?.course == nil, capture?.calls == nil else { return nil }
      return .init(
        kind: .refused,
        message: "press \(number) was refused, which the script does not expect: "
          + log.withoutFolder(reason))
    }
  }
}
