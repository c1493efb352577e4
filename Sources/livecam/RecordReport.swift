import FileStorage
import Fixtures
import LivePhotoFiles
import Logging
import MediaCore
import Simulator

/// One line of `record`: for people `message`, for programs `json`. Times and durations are in seconds; what does not
/// apply is left out.
struct RecordReport {
  let json: JSONObject
  let event: String
  let message: String?

  /// `notice`, `didStartRecording`, `wasDisconnected`, `wasConnected`, `didFail`, `didFinishRecording` or `notCut`, at
  /// a time of the session's clock.
  init(_ event: String, time: MediaTime, message: String? = nil, error: String? = nil, _ rest: JSONObject = [:]) {
    json = rest.merging(["event": event, "time": time.seconds, "message": message, "error": error])
    self.event = event
    self.message = message
  }

  init(_ change: FixtureReconnection.Change, names: (camera: String, microphone: String), time: MediaTime) {
    switch change {
    case .left(let kind, let error):
      self.init(
        "wasDisconnected", time: time,
        message:
          "The \(kind.rawValue) has been unplugged (\(kind == .camera ? names.camera : names.microphone)). It is waited for; Ctrl-C ends the recording.",
        error: "\(error)", ["device": kind.rawValue])
    case .returned(let kind, let name, let place):
      self.init(
        "wasConnected", time: time,
        message: "The \(kind.rawValue) is back (\(name)\(place.map { " at \($0)" } ?? "")), and recorded on.",
        // The camera's node, or what ALSA opens the microphone by.
        ["device": kind.rawValue, "node": place])
    case .refused(let kind, let error):
      self.init(
        "notice", time: time,
        message: "The \(kind.rawValue) is back and cannot be opened yet; that is tried again. \(error)",
        ["device": kind.rawValue])
    }
  }

  init(_ summary: FixtureSummary, time: MediaTime) {
    let duration = MediaTime(nanoseconds: summary.durationNanoseconds)
    let bytes = Self.size(of: summary.path) ?? summary.payloadBytes
    func lost(_ count: some BinaryInteger) -> String { count > 0 ? " (\(count) lost)" : "" }
    self.init(
      "didFinishRecording", time: time,
      message:
        "Recorded \(summary.path): \(duration.text), \(summary.frameCount) frames"
        + lost(summary.skippedFrameCount) + ", \(summary.audioFrameCount) frames of sound"
        + lost(summary.lostAudioFrameCount)
        + (summary.unpluggedCount > 0 ? ", unplugged \(summary.unpluggedCount) x" : "") + ", \(bytes) bytes",
      [
        "file": summary.path, "duration": duration.seconds, "frames": summary.frameCount, "bytes": bytes,
        "skipped": summary.skippedFrameCount, "unplugged": summary.unpluggedCount,
        "audioFrames": summary.audioFrameCount, "lostAudioFrames": summary.lostAudioFrameCount,
      ])
  }

  var level: Logger.Level {
    switch event {
    case "wasDisconnected": .warning
    case "didFail": .error
    default: .notice
    }
  }

  /// The members of the object that belong to a line of the log.
  var metadata: Logger.Metadata {
    var metadata: Logger.Metadata = [:]
    for name in ["device", "node", "error", "file", "frames", "skipped"] {
      if let value = json[name] { metadata[name] = "\(value)" }
    }
    return metadata
  }

  /// Returns the size of a bundle, the sum of its files; `nil` if it does not exist.
  private static func size(of bundle: String) -> Int? {
    let names = try? DiskFiles().names(in: bundle)  // what cannot be listed has no size, whatever the reason
    return names?.reduce(0) { sum, name in
      sum + Int(DiskFiles().attributes(of: "\(bundle)/\(name)")?.size ?? 0)
    }
  }

  func tell(on terminal: Terminal, asJSON: Bool) {
    terminal.show(json, message.map { [$0] } ?? [], asJSON: asJSON)
  }
}
