import CaptureDevices
import MediaCore

/// The camera or the microphone of a recording: what it is doing, and what is known of it.
struct RecordedMedium: Sendable {
  /// What the device is known by when it is back.
  let id: String
  /// The device as it was opened last; `nil` while it is away.
  var source: RecordedSource?
  /// Counts what has been opened.
  var stream = 0
  /// Whether the recording of it has ended for good, and its end is noted.
  var hasEnded = false
  /// Whether it has gone and is waited for.
  var isAway = false
  /// Whether it has come back as another than what is recorded: it is not waited for any more.
  var isRefused = false
  /// Whether it is plugged in, as far as was heard.
  var isPresent = true
  /// How often it has been plugged in.
  var instance = 0
  /// As which of these it is open.
  var openedInstance = 0
  /// As which of these a stream has been started that has told nothing yet.
  var startingInstance: Int?
  /// Whether it was told that it cannot be opened, since it was plugged in last.
  var isRefusalTold = false
  /// Something that is going to be done.
  var scheduled: (any ScheduledAction)?

  init(_ source: RecordedSource) {
    self.source = source
    id = source.id
  }
}
