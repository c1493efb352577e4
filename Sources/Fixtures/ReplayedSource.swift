package import CaptureDevices
import MediaCore

/// A camera or a microphone that was recorded before: what is recorded of it again is as it was, and not as it is
/// replayed.
package protocol ReplayedSource<Device>: Sendable {
  /// The type that describes a device of the kind.
  associatedtype Device
  /// The device as it was, with its node or PCM and all of its modes or formats.
  var recordedDevice: Device { get }
  /// The facts about what is replayed, as far as this stream is concerned.
  var facts: ReplayFacts { get }
  /// Starts with the first frame or chunk of what is replayed, however late it is, and drops nothing that is late: a
  /// copy is complete on a busy machine, too.
  func startWhole(delivering sink: any VideoSink & AudioSink) throws(DeviceError)
}

/// The facts about a fixture or a movie that is replayed, where a stream of it is recorded again.
package struct ReplayFacts: Sendable {
  /// The instant of the clock that is its begin: times count from there again.
  package let beginNanoseconds: Int64
  /// The catalogue in which the recorded devices came and went; `nil` where that was not noted.
  let catalog: FixtureCatalog?
  /// The instant of the clock until which the device is recorded on behind this stream: it came back, or was waited
  /// for. `nil` if it ends with this stream.
  let goesOnUntilNanoseconds: Int64?
  /// Indicates whether the stream ended because the recorder was stopped.
  let wasStopped: Bool

  /// Tells whether an error is nothing but the end of a stream whose recorder was stopped.
  func isEnd(_ error: DeviceError) -> Bool { error.code == .disconnected && wasStopped }
}

extension ReplayFacts {
  /// One of which nobody noted what came and went, and which is whole.
  package init(beginNanoseconds: Int64) {
    self.init(beginNanoseconds: beginNanoseconds, catalog: nil, goesOnUntilNanoseconds: nil, wasStopped: true)
  }
}
