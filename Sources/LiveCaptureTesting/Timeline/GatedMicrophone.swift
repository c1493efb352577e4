import CaptureDevices
import MediaCore
import Synchronization

/// A microphone whose sound is lost while its gate is closed, as in an overrun: it says so, and makes good what was lost
/// with silence of the measured length as soon as it goes on.
final class GatedMicrophone: AudioSource {
  private struct State {
    var isOpen = true
    /// Where the sound that was lost begins, and how much of it there is.
    var lost: (position: Int64, frames: Int)?
  }

  private let source: any AudioSource
  private let state = Mutex(State())
  private let relay = Mutex<Relay?>(nil)

  init(_ source: any AudioSource) { self.source = source }

  var device: AudioDevice { source.device }
  var format: AudioFormat { source.format }

  var isOpen: Bool {
    get { state.withLock { $0.isOpen } }
    set { state.withLock { $0.isOpen = newValue } }
  }

  func start(delivering sink: any AudioSink) throws(DeviceError) {
    let relay = Relay(self, sink)
    try source.start(delivering: relay)
    self.relay.withLock { $0 = relay }
  }

  func stop() {
    source.stop()
    relay.withLock { $0 = nil }
  }

  /// Whether a chunk comes through; what was lost before it has to be made good first.
  private func take(_ chunk: BorrowedAudioChunk) -> (passes: Bool, lost: (position: Int64, frames: Int)?) {
    state.withLock { state in
      guard state.isOpen else {
        let lost = state.lost ?? (chunk.position, 0)
        state.lost = (lost.position, lost.frames + chunk.frameCount)
        return (false, nil)
      }
      defer { state.lost = nil }
      return (true, state.lost)
    }
  }

  private final class Relay: AudioSink {
    // Not held: a source that is let go without having been stopped goes, and its stream with it.
    private weak let owner: GatedMicrophone?
    private let sink: any AudioSink

    init(_ owner: GatedMicrophone, _ sink: any AudioSink) {
      self.owner = owner
      self.sink = sink
    }

    func audioSource(_ source: any AudioSource, didCapture chunk: BorrowedAudioChunk) {
      guard let owner else { return }
      let (passes, lost) = owner.take(chunk)
      guard passes else { return }
      if let lost { fill(lost, like: chunk, of: owner) }
      sink.audioSource(owner, didCapture: chunk)
    }

    private func fill(_ lost: (position: Int64, frames: Int), like chunk: BorrowedAudioChunk, of owner: GatedMicrophone)
    {
      sink.audioSource(owner, didLose: lost.frames)
      let silence = [UInt8](repeating: 0, count: lost.frames * chunk.format.frameBytes)
      silence.withUnsafeBytes { bytes in
        sink.audioSource(
          owner,
          didCapture: BorrowedAudioChunk(
            format: chunk.format, position: lost.position, frameCount: lost.frames, clock: nil, isFiller: true,
            bytes: bytes))
      }
    }

    func audioSource(_ source: any AudioSource, didLose frames: Int) {
      guard let owner else { return }
      sink.audioSource(owner, didLose: frames)
    }

    func audioSource(_ source: any AudioSource, didFail error: DeviceError) {
      guard let owner else { return }
      sink.audioSource(owner, didFail: error)
    }
  }
}
