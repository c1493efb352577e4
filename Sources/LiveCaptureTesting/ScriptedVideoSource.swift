public import CaptureDevices
public import MediaCore
import Synchronization

/// A camera that does what another one does until it is told to fail, to freeze or to lose frames.
public final class ScriptedVideoSource: VideoSource {
  private struct State {
    var relay: Relay?
    var isFrozen = false
    var framesToLose = 0
  }

  private let source: any VideoSource
  private let state = Mutex(State())

  /// A camera that passes on what `source` delivers.
  public init(_ source: any VideoSource) { self.source = source }

  /// Who the other camera is.
  public var device: VideoDevice { source.device }
  /// The mode the other camera has been set to.
  public var mode: VideoMode { source.mode }
  /// Which instant its frames' timestamps mark.
  public var timestampInstant: TimestampInstant { source.timestampInstant }

  /// Starts the other camera.
  /// - Throws: what it throws.
  public func start(delivering sink: any VideoSink) throws(DeviceError) {
    let relay = Relay(self, sink)
    try source.start(delivering: relay)
    state.withLock { $0.relay = relay }
  }

  /// The other camera's.
  /// - Throws: what it throws.
  public func value(ofControl id: UInt32) throws(DeviceError) -> Int64 { try source.value(ofControl: id) }

  /// The other camera's.
  /// - Throws: what it throws.
  public func setControl(_ id: UInt32, to value: Int64) throws(DeviceError) { try source.setControl(id, to: value) }

  /// The other camera's.
  public var controlDelay: Int { source.controlDelay }

  /// Stops the other camera.
  public func stop() {
    source.stop()
    state.withLock { $0.relay = nil }
  }

  /// Ends the stream as a camera does that has been unplugged; nothing follows.
  public func fail(
    _ error: DeviceError = DeviceError(.disconnected, device: "scene", message: "The camera has been unplugged.")
  ) {
    state.withLock { $0.relay }?.fail(error)
  }

  /// Delivers nothing and says nothing until ``thaw()``, as a camera does whose driver hangs.
  public func freeze() { state.withLock { $0.isFrozen = true } }

  /// Goes on delivering.
  public func thaw() { state.withLock { $0.isFrozen = false } }

  /// Loses the next frames, and says so.
  public func lose(_ count: Int) { state.withLock { $0.framesToLose += count } }

  /// Whether the next frame is lost; then there is one less to lose.
  private func losesNext() -> Bool {
    state.withLock { state in
      guard state.framesToLose > 0 else { return false }
      state.framesToLose -= 1
      return true
    }
  }

  /// Stands between the other camera and one sink.
  private final class Relay: VideoSink {
    private let owner: ScriptedVideoSource
    private let sink: Mutex<(any VideoSink)?>

    init(_ owner: ScriptedVideoSource, _ sink: any VideoSink) {
      self.owner = owner
      self.sink = Mutex(sink)
    }

    private var listener: (any VideoSink)? {
      owner.state.withLock { $0.isFrozen } ? nil : sink.withLock { $0 }
    }

    func fail(_ error: DeviceError) {
      // The stream is over before its sink hears of it.
      sink.withLock { $0.take() }?.videoSource(owner, didFail: error)
    }

    func videoSource(_ source: any VideoSource, didCapture frame: BorrowedVideoFrame) {
      guard let listener else { return }
      if owner.losesNext() {
        listener.videoSource(owner, didSkip: 1, reason: .dropped)
      } else {
        listener.videoSource(owner, didCapture: frame)
      }
    }

    func videoSource(_ source: any VideoSource, didSkip count: Int, reason: SkipReason) {
      listener?.videoSource(owner, didSkip: count, reason: reason)
    }

    func videoSource(_ source: any VideoSource, didFail error: DeviceError) { fail(error) }
  }
}
