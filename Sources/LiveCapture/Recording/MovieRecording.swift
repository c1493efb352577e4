import MediaCore

/// One recording under way. Belongs to the session's queue.
final class MovieRecording {
  /// What still has to come before a recording that was stopped has all it is to have.
  enum Medium {
    case video
    case audio
  }

  enum State: Equatable {
    /// It takes in frames.
    case recording
    /// It is to end at an instant, and what was taken before is still on its way.
    case stopping(at: MediaTime, waitingFor: Set<Medium>)
    /// Its file is being completed.
    case finishing
  }

  let output: MovieFileOutput
  let path: String
  let connections: [CaptureConnection]
  /// The camera's way into the session, and the microphone's.
  let video: VideoPort
  var audio: AudioPort?
  let recorder: MovieRecorder
  /// How long the movie may get; `nil` for no limit.
  let maximumDuration: MediaTime?
  weak var delegate: (any MovieRecordingDelegate)?
  var state = State.recording
  /// What ended it, other than a call; `nil` if nothing did.
  var ending: CaptureError?

  /// The number for the end of a recording whose session does not run, or no longer.
  static let sessionEnded = -11_803

  init(
    output: MovieFileOutput, path: String, connections: [CaptureConnection], video: VideoPort, audio: AudioPort?,
    recorder: MovieRecorder, maximumDuration: MediaTime?, delegate: (any MovieRecordingDelegate)?
  ) {
    self.output = output
    self.path = path
    self.connections = connections
    self.video = video
    self.audio = audio
    self.recorder = recorder
    self.maximumDuration = maximumDuration
    self.delegate = delegate
  }
}
