import Diagnostics
import LiveCapture
public import MediaCore
import Synchronization

/// A movie that is recorded by a movie-file output.
public struct ScriptRecording: Sendable, Hashable {
  /// The file's name; `nil` is `recording-1.mov` for the script's first, and so on.
  public var name: String?
  /// The compression.
  public var codec = VideoCodec.h264
  /// The longest that it may get.
  public var maximumDuration: MediaTime?
  /// The most bytes that its file may have.
  public var maximumSize: Int?

  /// Creates a recording of any length.
  public init(name: String? = nil) { self.name = name }
}

final class ScriptRecordings: Sendable {
  private struct State {
    var output: MovieFileOutput?
    var streams: [AsyncStream<RecordingEvent>] = []
  }

  private let cast: ScriptCast
  private let state = Mutex(State())
  private let count = Atomic(0)

  init(_ cast: ScriptCast) { self.cast = cast }

  func setOutput(_ isAdded: Bool) async throws {
    if isAdded {
      let output = MovieFileOutput()
      try await cast.session.addOutput(output)
      state.withLock { state in
        state.output = output
        state.streams.append(output.events)
      }
    } else if let output = state.withLock({ $0.output.take() }) {
      try await cast.session.removeOutput(output)
    }
  }

  func record(_ recording: ScriptRecording) throws {
    let number = count.add(1, ordering: .relaxed).newValue
    let name = recording.name ?? "recording-\(number).mov"
    cast.log.note(.step, "record: \(name)")
    guard let output = state.withLock({ $0.output }) else {
      throw CaptureError(
        .invalidConfiguration, message: "there is no movie output; write \"movieOutput: add\" before this step",
        rule: .videoConnectionIsActive)
    }
    output.videoCodecType = recording.codec
    output.maxRecordedDuration = recording.maximumDuration
    output.maxRecordedFileSize = recording.maximumSize
    try output.startRecording(to: cast.files.path(name))
  }

  func stop() { state.withLock { $0.output }?.stopRecording() }

  func events() async -> [RecordingEvent] {
    var events: [RecordingEvent] = []
    for stream in state.withLock({ $0.streams }) { events += await stream.all() }
    return events.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
  }

  func note(_ events: [RecordingEvent]) {
    for event in events {
      let name = cast.files.name(event.path)
      switch event {
      case .didStartRecording(_, let time):
        cast.log.note(.recording, "\(name) started", facts: ScriptFacts(file: name), at: time)
      case .didFinishRecording(let movie, _, let error, let time):
        var facts = ScriptFacts(file: name, bytes: movie?.byteCount)
        if let movie { facts.describeMovie(duration: movie.duration) }
        facts.frames = movie?.frameCount
        cast.log.note(
          .recording, "\(name) \(movie == nil ? "failed" : "finished")",
          detail: movie.map { "\($0.duration.milliseconds) long, \($0.frameCount) frames, \($0.byteCount) bytes" }
            ?? error?.description, error: error?.avErrorCode, facts: facts, at: time)
      }
    }
  }
}
