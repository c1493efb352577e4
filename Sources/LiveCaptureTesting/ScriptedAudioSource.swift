public import CaptureDevices
public import MediaCore
import Synchronization

/// A microphone that does what another one does until it is told to fail or to freeze.
public final class ScriptedAudioSource: AudioSource {
  private struct State {
    var sink: (any AudioSink)?
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
    state.withLock { $0.sink = sink }
    try source.start(delivering: Relay(self))
  }

  /// Stops the other microphone.
  public func stop() {
    source.stop()
    state.withLock { $0.sink = nil }
  }

  /// Ends the stream as a microphone does that has been unplugged; nothing follows.
  public func fail(
    _ error: DeviceError = DeviceError(.disconnected, device: "scene", message: "The microphone has been unplugged.")
  ) {
    // The stream is over before its sink hears of it.
    let sink = state.withLock { $0.sink.take() }
    sink?.audioSource(self, didFail: error)
  }

  /// Delivers nothing and says nothing from now on, as a microphone does whose driver hangs.
  public func freeze() { state.withLock { $0.isFrozen = true } }

  private func currentSink() -> (any AudioSink)? { state.withLock { $0.isFrozen ? nil : $0.sink } }

  /// Stands between the two microphones.
  private final class Relay: AudioSink {
    private let owner: ScriptedAudioSource

    init(_ owner: ScriptedAudioSource) { self.owner = owner }

    func audioSource(_ source: any AudioSource, didCapture chunk: BorrowedAudioChunk) {
      owner.currentSink()?.audioSource(owner, didCapture: chunk)
    }

    func audioSource(_ source: any AudioSource, didLose frames: Int) {
      owner.currentSink()?.audioSource(owner, didLose: frames)
    }

    func audioSource(_ source: any AudioSource, didFail error: DeviceError) { owner.fail(error) }
  }
}
