public import CaptureDevices
public import MediaCore
import Synchronization

/// A microphone that does what another one does until it is told to fail or to freeze.
public final class ScriptedAudioSource: AudioSource {
  private struct State {
    var relay: Relay?
    var isFrozen = false
  }

  private let source: any AudioSource
  private let state = Mutex(State())

  /// A microphone that passes on what `source` delivers.
  public init(_ source: any AudioSource) { self.source = source }

  /// Who the other microphone is.
  public var device: AudioDevice { source.device }
  /// The shape of its chunks.
  public var format: AudioFormat { source.format }

  /// Starts the other microphone.
  /// - Throws: what it throws.
  public func start(delivering sink: any AudioSink) throws(DeviceError) {
    let relay = Relay(self, sink)
    try source.start(delivering: relay)
    state.withLock { $0.relay = relay }
  }

  /// Stops the other microphone.
  public func stop() {
    source.stop()
    state.withLock { $0.relay = nil }
  }

  /// Ends the stream as a microphone does that has been unplugged; nothing follows.
  public func fail(
    _ error: DeviceError = DeviceError(.disconnected, device: "scene", message: "The microphone has been unplugged.")
  ) {
    state.withLock { $0.relay }?.fail(error)
  }

  /// Delivers nothing and says nothing from now on, as a microphone does whose driver hangs.
  public func freeze() { state.withLock { $0.isFrozen = true } }

  /// Stands between the other microphone and one sink.
  private final class Relay: AudioSink {
    private let owner: ScriptedAudioSource
    private let sink: Mutex<(any AudioSink)?>

    init(_ owner: ScriptedAudioSource, _ sink: any AudioSink) {
      self.owner = owner
      self.sink = Mutex(sink)
    }

    private var listener: (any AudioSink)? {
      owner.state.withLock { $0.isFrozen } ? nil : sink.withLock { $0 }
    }

    func fail(_ error: DeviceError) {
      // The stream is over before its sink hears of it.
      sink.withLock { $0.take() }?.audioSource(owner, didFail: error)
    }

    func audioSource(_ source: any AudioSource, didCapture chunk: BorrowedAudioChunk) {
      listener?.audioSource(owner, didCapture: chunk)
    }

    func audioSource(_ source: any AudioSource, didLose frames: Int) {
      listener?.audioSource(owner, didLose: frames)
    }

    func audioSource(_ source: any AudioSource, didFail error: DeviceError) { fail(error) }
  }
}
