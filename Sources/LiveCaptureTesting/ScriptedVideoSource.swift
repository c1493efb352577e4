public import CaptureDevices
public import MediaCore
import Synchronization

/// A camera that does what another one does until it is told to fail, to freeze or to lose frames.
public final class ScriptedVideoSource: VideoSource {
  private struct State {
    var sink: (any VideoSink)?
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
    state.withLock { $0.sink = sink }
    try source.start(delivering: Relay(self))
  }

  /// Stops the other camera.
  public func stop() {
    source.stop()
    state.withLock { $0.sink = nil }
  }

  /// Ends the stream as a camera does that has been unplugged; nothing follows.
  public func fail(
    _ error: DeviceError = DeviceError(.disconnected, device: "scene", message: "The camera has been unplugged.")
  ) {
    // The stream is over before its sink hears of it.
    let sink = state.withLock { $0.sink.take() }
    sink?.videoSource(self, didFail: error)
  }

  /// Delivers nothing and says nothing until ``thaw()``, as a camera does whose driver hangs.
  public func freeze() { state.withLock { $0.isFrozen = true } }

  /// Goes on delivering.
  public func thaw() { state.withLock { $0.isFrozen = false } }

  /// Loses the next frames, and says so.
  public func lose(_ count: Int) { state.withLock { $0.framesToLose += count } }

  private func relay(_ frame: BorrowedVideoFrame) {
    let (sink, isLost) = state.withLock { state -> ((any VideoSink)?, Bool) in
      if state.isFrozen { return (nil, false) }
      let isLost = state.framesToLose > 0
      if isLost { state.framesToLose -= 1 }
      return (state.sink, isLost)
    }
    if isLost {
      sink?.videoSource(self, didSkip: 1, reason: .dropped)
    } else {
      sink?.videoSource(self, didCapture: frame)
    }
  }

  private func currentSink() -> (any VideoSink)? { state.withLock { $0.isFrozen ? nil : $0.sink } }

  /// Stands between the two cameras.
  private final class Relay: VideoSink {
    private let owner: ScriptedVideoSource

    init(_ owner: ScriptedVideoSource) { self.owner = owner }

    func videoSource(_ source: any VideoSource, didCapture frame: BorrowedVideoFrame) { owner.relay(frame) }

    func videoSource(_ source: any VideoSource, didSkip count: Int, reason: SkipReason) {
      owner.currentSink()?.videoSource(owner, didSkip: count, reason: reason)
    }

    func videoSource(_ source: any VideoSource, didFail error: DeviceError) { owner.fail(error) }
  }
}
