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
        log.note(.recording, "\(name) started", at: time)
      case .didFinishRecording(let movie, _, let error, let time):
        state.withLock { _ = $0.openRecordings.remove(name) }
        log.note(
          .recording, "\(name) \(movie == nil ? "failed" : "finished")",
          detail: movie.map { "\($0.duration.milliseconds) long, \($0.frameCount) frames, \($0.byteCount) bytes" }
            ?? error?.description, error: error?.avErrorCode, at: time)
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
    return violations + files.unwritten.map { .init(kind: .unwritten, message: $0) }
  }
}
