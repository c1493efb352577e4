package import CaptureDevices

/// A camera or microphone that was recorded before: what is recorded of it again is the recording, not its replay.
package protocol ReplayedSource: Sendable {
  /// The instant of the clock that is the recording's begin, in nanoseconds: times count from there again.
  var replayBegin: Int64 { get }
  /// Where the recorded devices came and went; `nil` where nobody noted that.
  var replayCatalog: FixtureCatalog? { get }
  /// Until which instant of the clock, in nanoseconds, the recording of the device goes on behind this stream: it came
  /// back, or was waited for. `nil` if the recording ends with this stream.
  var replayGoesOnUntil: Int64? { get }
  /// Whether an error is nothing but the end of a recording that was stopped.
  func isEnd(_ error: DeviceError) -> Bool
}

/// A camera that was recorded before.
package protocol ReplayedCamera: ReplayedSource {
  /// The camera as it was, with its node and all of its modes.
  var recordedDevice: VideoDevice { get }
  /// Starts with the recording's first frame, however late it is, and drops none of those that are late: a copy of a
  /// recording is as whole as it is, on a busy machine too.
  func startWhole(delivering sink: any VideoSink) throws(DeviceError)
}

/// A microphone that was recorded before.
package protocol ReplayedMicrophone: ReplayedSource {
  /// The microphone as it was, with its name and all of its formats.
  var recordedDevice: AudioDevice { get }
  /// Starts with the recording's first chunk, however late it is.
  func startWhole(delivering sink: any AudioSink) throws(DeviceError)
}
