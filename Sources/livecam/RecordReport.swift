import Fixtures
import FoundationEssentials
import Glibc
import MediaCore
import Simulator

/// One line of `record --json`. Times and durations are in seconds; what does not apply is left out.
struct RecordReport: Encodable {
  /// `notice`, `didStartRecording`, `wasDisconnected`, `wasConnected`, `didFail` or `didFinishRecording`.
  var event: String
  /// The session's clock at the event.
  var time: Double
  /// What the user has to know.
  var message: String?
  /// What went wrong.
  var error: String?
  /// What has come or gone: `camera` or `microphone`.
  var device: String?
  /// Where it is now: the camera's node, or what ALSA opens the microphone by.
  var node: String?
  /// The bundle that is complete now.
  var file: String?
  /// How long it is.
  var duration: Double?
  /// Its frames.
  var frames: Int?
  /// How often a device was unplugged.
  var unplugged: Int?
  /// Frames that the camera lost.
  var skipped: Int?
  /// Its frames of sound.
  var audioFrames: Int64?
  /// Frames of sound that the microphone lost.
  var lostAudioFrames: Int64?
  /// What the bundle takes: the bytes of all its files.
  var bytes: Int?

  init(event: String, time: MediaTime, message: String? = nil, error: String? = nil) {
    self.event = event
    self.time = time.seconds
    self.message = message
    self.error = error
  }

  /// A device has come or gone.
  init(_ change: FixtureReconnection.Change, names: (camera: String, microphone: String), time: MediaTime) {
    switch change {
    case .left(let kind, let error):
      self.init(
        event: "wasDisconnected", time: time,
        message:
          "The \(kind.rawValue) has been unplugged (\(kind == .camera ? names.camera : names.microphone)). It is waited for; Ctrl-C ends the recording.",
        error: "\(error)")
      device = kind.rawValue
    case .returned(let kind, let name, let place):
      self.init(
        event: "wasConnected", time: time,
        message: "The \(kind.rawValue) is back (\(name)\(place.map { " at \($0)" } ?? "")), and recorded on.")
      (device, node) = (kind.rawValue, place)
    case .refused(let kind, let error):
      self.init(
        event: "notice", time: time,
        message: "The \(kind.rawValue) is back and cannot be opened yet; that is tried again. \(error)")
      device = kind.rawValue
    }
  }

  init(_ summary: FixtureSummary, time: MediaTime) {
    self.init(event: "didFinishRecording", time: time)
    file = summary.path
    duration = MediaTime(nanoseconds: summary.durationNanoseconds).seconds
    frames = summary.frameCount
    skipped = summary.skippedFrameCount
    unplugged = summary.unpluggedCount
    audioFrames = summary.audioFrameCount
    lostAudioFrames = summary.lostAudioFrameCount
    bytes = Self.size(of: summary.path) ?? summary.payloadBytes
    message =
      "Recorded \(summary.path): \(Seconds.text(MediaTime(nanoseconds: summary.durationNanoseconds))), "
      + "\(summary.frameCount) frames" + (summary.skippedFrameCount > 0 ? " (\(summary.skippedFrameCount) lost)" : "")
      + ", \(summary.audioFrameCount) frames of sound"
      + (summary.lostAudioFrameCount > 0 ? " (\(summary.lostAudioFrameCount) lost)" : "")
      + (summary.unpluggedCount > 0 ? ", unplugged \(summary.unpluggedCount) x" : "") + ", \(bytes ?? 0) bytes"
  }

  /// What a bundle takes: the sum of its files.
  private static func size(of bundle: String) -> Int? {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: bundle) else { return nil }
    return names.reduce(0) { sum, name in
      var facts = stat()
      return sum + (stat("\(bundle)/\(name)", &facts) == 0 ? Int(facts.st_size) : 0)
    }
  }

  /// The line for people.
  var line: String? { message }
}
