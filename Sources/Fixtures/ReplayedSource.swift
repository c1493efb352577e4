package import CaptureDevices
import MediaCore

/// A camera or a microphone that was recorded before: what is recorded of it again is the recording, not its replay.
package protocol ReplayedSource<Device>: Sendable {
  /// What describes a device of the kind.
  associatedtype Device
  /// The device as it was, with its node or PCM and all of its modes or formats.
  var recordedDevice: Device { get }
  /// The recording, as far as this stream is concerned.
  var origin: ReplayOrigin { get }
  /// Starts with the first frame or chunk of the recording, however late it is, and drops nothing that is late: a copy of
  /// a recording is complete on a busy machine, too.
  func startWhole(delivering sink: any VideoSink & AudioSink) throws(DeviceError)
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

  /// Whether an error is nothing but the end of a recording that was stopped.
  func isEnd(_ error: DeviceError) -> Bool { error.code == .disconnected && wasStopped }
}

extension ReplayOrigin {
  /// A whole recording of which nobody noted what came and went.
  package init(begin: Int64) { self.init(begin: begin, catalog: nil, goesOnUntil: nil, wasStopped: true) }
}
