public import CaptureDevices
public import MediaCore
import Synchronization

/// A camera that does what another one does until it is told to misbehave as real cameras do.
///
/// Everything happens in the other camera's own calls, so under a virtual clock equal orders at equal instants have
/// equal outcomes. Orders may be given from any thread and take effect with the next frame.
public final class ScriptedVideoSource: VideoSource {
  private struct State {
    var relay: Relay?
    var isFrozen = false
    var faults = VideoFaults()
    weak var successor: ScriptedVideoSource?
  }

  private let source: any VideoSource
  private let state = Mutex(State())

  /// Who the camera is.
  public let device: VideoDevice

  /// A camera that passes on what `source` delivers, under the other camera's name unless it is given one.
  public init(_ source: any VideoSource, as device: VideoDevice? = nil) {
    self.source = source
    self.device = device ?? source.device
  }

  /// The mode the other camera has been set to.
  public var mode: VideoMode { source.mode }
  /// Which instant its frames' timestamps mark.
  public var timestampInstant: TimestampInstant { source.timestampInstant }
  /// After how many frames a control that was set shows.
  public var controlDelay: Int { source.controlDelay }
  /// Whether the other camera's controls are fixed.
  public var areControlsFixed: Bool { source.areControlsFixed }
  /// How many frames have been passed on since the camera was made.
  public var deliveredCount: Int { state.withLock { $0.faults.delivered } }

  /// The other camera's value of a control.
  /// - Throws: what it throws.
  public func value(ofControl id: UInt32) throws(DeviceError) -> Int64 {
    if let successor = state.withLock({ $0.successor }) { return try successor.value(ofControl: id) }
    return try source.value(ofControl: id)
  }

  /// Sets a control of the other camera.
  /// - Throws: what it throws.
  public func setControl(_ id: UInt32, to value: Int64) throws(DeviceError) {
    if let successor = state.withLock({ $0.successor }) { return try successor.setControl(id, to: value) }
    try source.setControl(id, to: value)
  }

  /// The same camera has been opened once more. It has one set of controls, whoever sets them, and the other source
  /// begins with what they are set to.
  func isOpenedAgain(as successor: ScriptedVideoSource) {
    for control in device.controls where control.kind != .button {
      guard let value = try? self.value(ofControl: control.id) else { continue }
      if (try? successor.value(ofControl: control.id)) != value { try? successor.setControl(control.id, to: value) }
    }
    state.withLock { $0.successor = successor }
  }

  /// Starts the other camera.
  /// - Throws: what it throws.
  public func start(delivering sink: any VideoSink) throws(DeviceError) {
    let relay = Relay(self, sink)
    try source.start(delivering: relay)
    state.withLock { $0.relay = relay }
  }

  /// Stops the other camera.
  public func stop() {
    source.stop()
    state.withLock { state in
      state.relay = nil
      state.faults.held = []
    }
  }

  // MARK: Orders

  /// Ends the stream as a camera does that has been unplugged; nothing follows.
  public func fail(
    _ error: DeviceError = DeviceError(.disconnected, device: "scene", message: "The camera has been unplugged.")
  ) {
    state.withLock { $0.relay }?.fail(error)
  }

  /// Delivers nothing and says nothing until ``thaw()``, as a camera does whose driver hangs. The frames' numbers tell
  /// the gap.
  public func freeze() { state.withLock { $0.isFrozen = true } }

  /// Goes on delivering.
  public func thaw() { state.withLock { $0.isFrozen = false } }

  /// Loses the next frames, and says so.
  public func lose(_ count: Int) { change { $0.lost += max(0, count) } }

  /// Gets the next frames from the driver with the mark of an error: they are left out, and that is said.
  public func flagErrors(_ count: Int) { change { $0.flagged += max(0, count) } }

  /// Gets the next frames without their ends: they are left out, and that is said.
  public func truncate(_ count: Int) { change { $0.truncated += max(0, count) } }

  /// Delivers the next compressed frames with a hole in them that only decoding finds: the first half, then the mark
  /// of the picture's end. Other frames stay as they are.
  public func damage(_ count: Int) { change { $0.damaged += max(0, count) } }

  /// Delivers each of the next frames twice.
  public func duplicate(_ count: Int) { change { $0.duplicated += max(0, count) } }

  /// Delivers the next frames only together with the one after them: the first is late by `count` frame intervals.
  public func holdBack(_ count: Int) { change { $0.toHold += max(0, count) } }

  /// Stamps frames from now on with instants that are so much later, or earlier for a step below zero, as a camera
  /// does whose clock was set.
  public func stepClock(by step: MediaTime) { change { $0.clockStep += step.nanoseconds } }

  /// Delivers so many frames for each of the other camera's from now on, evenly and numbered without gaps, whatever the
  /// mode says: below 1 only such a share of them, 1 is as many, and above 1, up to 4, there are more. Those come together
  /// with the frame that they lie before, with instants between it and the last, and show its picture.
  public func setShare(_ share: Double) { change { $0.share = min(VideoFaults.largestShare, max(0, share)) } }

  private func change(_ body: (inout VideoFaults) -> Void) { state.withLock { body(&$0.faults) } }

  /// Stands between the other camera and one sink.
  private final class Relay: VideoSink {
    // Not held: a source that is let go without having been stopped goes, and its stream with it.
    private weak let owner: ScriptedVideoSource?
    private let sink: Mutex<(any VideoSink)?>

    init(_ owner: ScriptedVideoSource, _ sink: any VideoSink) {
      self.owner = owner
      self.sink = Mutex(sink)
    }

    private func listener(of owner: ScriptedVideoSource) -> (any VideoSink)? {
      owner.state.withLock { $0.isFrozen } ? nil : sink.withLock { $0 }
    }

    func fail(_ error: DeviceError) {
      guard let owner else { return }
      // The stream is over before its sink hears of it.
      sink.withLock { $0.take() }?.videoSource(owner, didFail: error.renamed(owner.device.id))
    }

    func videoSource(_ source: any VideoSource, didCapture frame: BorrowedVideoFrame) {
      guard let owner, let listener = listener(of: owner) else { return }
      switch owner.state.withLock({ $0.faults.take(frame) }) {
      case .nothing: break
      case .skip(let reason): listener.videoSource(owner, didSkip: 1, reason: reason)
      case .deliver(let held, let plan):
        for frame in held { deliver(frame, of: owner, to: listener) }
        for frame in VideoFaults.between(frame, plan) { listener.videoSource(owner, didCapture: frame) }
        deliver(frame, plan, of: owner, to: listener)
      }
    }

    private func deliver(_ frame: VideoFrame, of owner: ScriptedVideoSource, to listener: any VideoSink) {
      frame.storage.withBytes { bytes in
        listener.videoSource(
          owner,
          didCapture: BorrowedVideoFrame(
            format: frame.format, time: frame.time, sequence: frame.sequence, bytes: bytes))
      }
    }

    private func deliver(
      _ frame: BorrowedVideoFrame, _ plan: VideoFaults.Plan, of owner: ScriptedVideoSource, to listener: any VideoSink
    ) {
      for _ in 0..<plan.copies {
        if plan.isDamaged {
          let bytes = Array(frame.bytes.prefix(frame.bytes.count / 2)) + [0xff, 0xd9]
          bytes.withUnsafeBytes { bytes in
            listener.videoSource(owner, didCapture: VideoFaults.stamped(frame, plan, bytes: bytes))
          }
        } else {
          listener.videoSource(owner, didCapture: VideoFaults.stamped(frame, plan, bytes: frame.bytes))
        }
      }
    }

    func videoSource(_ source: any VideoSource, didSkip count: Int, reason: SkipReason) {
      guard let owner else { return }
      listener(of: owner)?.videoSource(owner, didSkip: count, reason: reason)
    }

    func videoSource(_ source: any VideoSource, didFail error: DeviceError) { fail(error) }
  }
}
