package import CaptureDevices

/// A camera or microphone that was recorded before: what is recorded of it again is the recording, not its replay.
package protocol ReplayedSource: Sendable {
  /// The recording, as far as this stream is concerned.
  var origin: ReplayOrigin { get }
}

/// What is known of a recording where a stream of it is recorded again.
package struct ReplayOrigin: Sendable {
  /// The instant of the clock that is the recording's begin, in nanoseconds: times count from there again.
  package let begin: Int64
  /// Where the recorded devices came and went; `nil` where nobody noted that.
  let catalog: FixtureCatalog?
  /// Until which instant of the clock, in nanoseconds, the recording of the device goes on behind this stream: it came
  /// back, or was waited for. `nil` if the recording ends with this stream.
  let goesOnUntil: Int64?
  /// Whether the stream ended because the recording was stopped.
  let wasStopped: Bool

  init(begin: Int64, catalog: FixtureCatalog?, goesOnUntil: Int64?, wasStopped: Bool) {
    (self.begin, self.catalog, self.goesOnUntil, self.wasStopped) = (begin, catalog, goesOnUntil, wasStopped)
  }

  /// A whole recording of which nobody noted what came and went.
  package init(begin: Int64) { self.init(begin: begin, catalog: nil, goesOnUntil: nil, wasStopped: true) }

  /// Whether an error is nothing but the end of a recording that was stopped.
  func isEnd(_ error: DeviceError) -> Bool { error.code == .disconnected && wasStopped }
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
