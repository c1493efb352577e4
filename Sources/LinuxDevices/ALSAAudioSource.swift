import CaptureDevices
import Glibc
import MediaCore
import Synchronization
import SystemCalls

/// A microphone behind ALSA: a hardware PCM (`hw:…`) or any other that libasound's configuration knows.
///
/// Captures 16- or 32-bit integer or floating-point samples, one or two channels, in periods of about 20 ms.
/// Chunks are lent from one buffer and never longer than a period. Readings of the clock come with the first
/// chunk after each wake-up; their positions count inserted silence like those of chunks.
///
/// While it is stopped, other programs can use the microphone: `stop` closes the PCM and `start` opens it again,
/// in the same format. Open sources are made by ``ALSACatalog``.
final class ALSAAudioSource: AudioSource {
  let device: AudioDevice
  // As the driver granted it.
  let format: AudioFormat

  /// open or closed → running → closed → running …; closed, too, where a start fails.
  private enum State {
    /// Opened to learn the format, and not started yet.
    case open(any ALSAStream)
    /// Stopped; the PCM is closed.
    case closed
    /// Started, and possibly ended by itself since.
    case running(CaptureThread, StopSignal)
  }

  private let pcm: String
  private let system: any ALSASystem
  private let state: Mutex<State>

  init(device: AudioDevice, pcm: String, system: any ALSASystem, wish: AudioWish) throws(DeviceError) {
    self.device = device
    self.pcm = pcm
    self.system = system
    let stream = try Self.open(pcm, system: system, wish: wish)
    format = stream.format
    state = Mutex(.open(stream))
  }

  func start(delivering sink: any AudioSink) throws(DeviceError) {
    try state.withLock { (state: inout State) throws(DeviceError) in
      let stream: any ALSAStream
      switch state {
      case .running:
        throw DeviceError(.invalidState, context: device.id, message: "The microphone is running. Stop it first.")
      case .open(let opened): stream = opened
      case .closed: stream = try reopen()
      }
      do throws(SystemError) {
        state = try launch(stream, delivering: sink)
      } catch {
        stream.close()
        state = .closed
        throw error.isDisconnection ? error.whileStreaming(pcm) : error.whileOpening(pcm)
      }
    }
  }

  func stop() {
    // The lock is held while waiting: a second caller, too, may only return when the sink is at rest. The
    // capture thread never takes it.
    state.withLock { state in
      guard case .running(let thread, let signal) = state else { return }
      signal.raise()
      thread.join()
      state = .closed
    }
  }

  private func launch(_ stream: any ALSAStream, delivering sink: any AudioSink) throws(SystemError) -> State {
    let signal = try StopSignal()
    try SystemError.check(alsa: "snd_pcm_start", stream.restart())
    let thread = try CaptureThread(name: "livecam-alsa") { [self] in capture(from: stream, to: sink, until: signal) }
    return .running(thread, signal)
  }

  private func capture(from stream: any ALSAStream, to sink: any AudioSink, until signal: StopSignal) {
    var loop = ALSACaptureLoop(stream: stream, source: self, sink: sink, stop: signal)
    let failure = loop.run()
    // Closed before anyone hears of it: the kernel lets go of an unplugged card only then.
    stream.close()
    if let failure { sink.audioSource(self, didFail: failure.whileStreaming(pcm)) }
  }

  private func reopen() throws(DeviceError) -> any ALSAStream {
    let wish = AudioWish(sampleRate: format.sampleRate, channelCount: format.channelCount)
    let stream = try Self.open(pcm, system: system, wish: wish)
    guard stream.format == format else {
      let offered = stream.format
      stream.close()
      throw DeviceError(
        .unsupportedMode, context: pcm,
        message: "The microphone no longer offers \(format), but \(offered). Open it anew.")
    }
    return stream
  }

  private static func open(
    _ pcm: String, system: any ALSASystem, wish: AudioWish
  ) throws(DeviceError) -> any ALSAStream {
    do throws(SystemError) { return try system.open(pcm: pcm, wish: wish) } catch { throw error.whileOpening(pcm) }
  }
}
