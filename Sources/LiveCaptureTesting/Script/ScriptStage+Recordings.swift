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
  func violations(_ counts: [Int], _ events: [CaptureEvent]) -> [ScriptRun.Violation] {
    let (late, failures) = state.withLock { ($0.violations, $0.startFailures) }
    var violations = late
    // Every value that the counter has had, against what the events up to there make.
    violations += CaptureLaws.checkBadge(counts, of: events).problems.map { .init(kind: .badge, message: $0) }
    // A script may end with captures under way.
    let laws = CaptureLaws.check(events, areFinished: false, profile: script.profile)
    violations += laws.violations.filter { $0.law != .badge }.map { .init(kind: .laws, message: $0.description) }
    let expected = script.expectations
    // Whoever lists what happens to the session, or what is refused, has said that it cannot start; others have not.
    if expected.session == nil, expected.refusals == nil {
      violations += failures.map {
        .init(kind: .start, message: "the session could not be started as it is to be: \($0)")
      }
    }
    violations += unforeseenRefusals
    return violations + files.unwritten.map { .init(kind: .unwritten, message: $0) }
  }

  /// The presses that were refused though the script says nothing of the kind.
  private var unforeseenRefusals: [ScriptRun.Violation] {
    let expected = script.expectations
    // A timeline has all captures: what is not in it is to have been refused.
    guard expected.refusals == nil, expected.timeline == nil else { return [] }
    return state.withLock { $0.refusedPresses }.compactMap { number, reason in
      let capture = expected.captures[number]
      guard capture?.refused == nil, capture?.course == nil, capture?.calls == nil else { return nil }
      return .init(
        kind: .refused, message: "press \(number) was refused, which the script does not expect: \(reason)")
    }
  }
}
