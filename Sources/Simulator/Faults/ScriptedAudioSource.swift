public import CaptureDevices
public import MediaCore
import Synchronization

/// A microphone that does what another one does until it is told to misbehave as real microphones do.
///
/// Everything happens in the other microphone's own calls; orders may be given from any thread and take effect with
/// the next chunk. What is lost comes as filler of the same length.
public final class ScriptedAudioSource: AudioSource {
  private struct State {
    var relay: Relay?
    var isFrozen = false
    var framesToLose = 0
    /// How many of them have been told as lost.
    var announced = 0
    /// How many frames are delivered before those that no encoder takes; `nil` for no such frames.
    var soundFrames: Int?
    /// The position at which the next chunk is due; `nil` before the first of a stream.
    var next: Int64?
  }

  private let source: any AudioSource
  private let state = Mutex(State())

  /// Who the microphone is.
  public let device: AudioDevice

  /// A microphone that passes on what `source` delivers, under the other one's name unless it is given one.
  public init(_ source: any AudioSource, as device: AudioDevice? = nil) {
    self.source = source
    self.device = device ?? source.device
  }

  /// The shape of its chunks.
  public var format: AudioFormat { source.format }

  /// Starts the other microphone.
  /// - Throws: what it throws.
  public func start(delivering sink: any AudioSink) throws(DeviceError) {
    let relay = Relay(self, sink)
    try source.start(delivering: relay)
    state.withLock { state in
      state.relay = relay
      state.next = nil
    }
  }

  /// Stops the other microphone.
  public func stop() {
    source.stop()
    state.withLock { $0.relay = nil }
  }

  // MARK: Orders

  /// Ends the stream as a microphone does that has been unplugged; nothing follows.
  public func fail(
    _ error: DeviceError = DeviceError(.disconnected, device: "scene", message: "The microphone has been unplugged.")
  ) {
    state.withLock { $0.relay }?.fail(error)
  }

  /// Delivers nothing and says nothing until ``thaw()``, as a microphone does whose driver hangs.
  public func freeze() { state.withLock { $0.isFrozen = true } }

  /// Goes on delivering; what was missed meanwhile is told as lost.
  public func thaw() { state.withLock { $0.isFrozen = false } }

  /// Loses the next `frames` frames to an overrun.
  public func overrun(_ frames: Int) { state.withLock { $0.framesToLose += max(0, frames) } }

  /// Delivers so many more frames and then, in place of its own, what is no number: an encoder that looks at its input
  /// fails at it. `nil` delivers its own sound again. Only floating-point samples can be so.
  public func poison(afterFrames count: Int?) { state.withLock { $0.soundFrames = count.map { max(0, $0) } } }

  /// How many frames of a chunk are its own; `nil` for all.
  private func soundFrames(of chunk: BorrowedAudioChunk) -> Int? {
    state.withLock { state in
      guard let left = state.soundFrames, chunk.format.sampleFormat == .float else { return nil }
      let own = min(left, chunk.frameCount)
      state.soundFrames = left - own
      return own < chunk.frameCount ? own : nil
    }
  }

  /// How a chunk is delivered: after filler for what was lost before it, and less its own beginning.
  private struct Plan {
    var position: Int64
    /// Frames that are told as lost; filler takes their place, as far as chunks have come.
    var lost = 0
    var filler = 0
    /// Frames of the chunk that are left out.
    var skipped = 0
  }

  private func plan(for chunk: BorrowedAudioChunk) -> Plan? {
    state.withLock { state in
      if state.isFrozen { return nil }
      var plan = Plan(position: state.next ?? chunk.position)
      plan.filler = Int(max(0, chunk.position - plan.position))
      plan.lost = plan.filler
      if state.framesToLose > 0 {
        plan.lost += state.framesToLose - state.announced
        plan.skipped = min(state.framesToLose, chunk.frameCount)
        plan.filler += plan.skipped
        state.framesToLose -= plan.skipped
        state.announced = state.framesToLose
      }
      state.next = chunk.position + Int64(chunk.frameCount)
      return plan
    }
  }

  /// Stands between the other microphone and one sink.
  private final class Relay: AudioSink {
    // Not held: a source that is let go without having been stopped goes, and its stream with it.
    private weak let owner: ScriptedAudioSource?
    private let sink: Mutex<(any AudioSink)?>

    init(_ owner: ScriptedAudioSource, _ sink: any AudioSink) {
      self.owner = owner
      self.sink = Mutex(sink)
    }

    private var listener: (any AudioSink)? { sink.withLock { $0 } }

    func fail(_ error: DeviceError) {
      guard let owner else { return }
      // The stream is over before its sink hears of it.
      sink.withLock { $0.take() }?.audioSource(owner, didFail: error.renamed(owner.device.id))
    }

    func audioSource(_ source: any AudioSource, didCapture chunk: BorrowedAudioChunk) {
      guard let own = owner?.soundFrames(of: chunk) else { return relay(chunk) }
      var bytes = [UInt8](chunk.bytes)
      bytes.withUnsafeMutableBytes { bytes in
        let rest = UnsafeMutableRawBufferPointer(rebasing: bytes[(own * chunk.format.frameBytes)...])
        for offset in stride(from: 0, through: rest.count - 4, by: 4) {
          rest.storeBytes(of: Float.nan.bitPattern.littleEndian, toByteOffset: offset, as: UInt32.self)
        }
        relay(
          BorrowedAudioChunk(
            format: chunk.format, position: chunk.position, frameCount: chunk.frameCount, clock: chunk.clock,
            isFiller: chunk.isFiller, bytes: UnsafeRawBufferPointer(bytes)))
      }
    }

    private func relay(_ chunk: BorrowedAudioChunk) {
      guard let owner, let listener, let plan = owner.plan(for: chunk) else { return }
      if plan.filler == 0 { return listener.audioSource(owner, didCapture: chunk) }
      if plan.lost > 0 { listener.audioSource(owner, didLose: plan.lost) }
      fill(plan, chunk.format, period: max(1, chunk.frameCount), of: owner, to: listener)
      guard plan.skipped < chunk.frameCount else { return }
      listener.audioSource(
        owner,
        didCapture: BorrowedAudioChunk(
          format: chunk.format, position: chunk.position + Int64(plan.skipped),
          frameCount: chunk.frameCount - plan.skipped, clock: chunk.clock, isFiller: chunk.isFiller,
          bytes: UnsafeRawBufferPointer(rebasing: chunk.bytes[(plan.skipped * chunk.format.frameBytes)...])))
    }

    /// Delivers silence, a period at a time.
    private func fill(
      _ plan: Plan, _ format: AudioFormat, period: Int, of owner: ScriptedAudioSource, to listener: any AudioSink
    ) {
      let silence = [UInt8](repeating: 0, count: period * format.frameBytes)
      var (position, remaining) = (plan.position, plan.filler)
      while remaining > 0 {
        let count = min(period, remaining)
        silence.withUnsafeBytes { bytes in
          listener.audioSource(
            owner,
            didCapture: BorrowedAudioChunk(
              format: format, position: position, frameCount: count, clock: nil, isFiller: true,
              bytes: UnsafeRawBufferPointer(rebasing: bytes[..<(count * format.frameBytes)])))
        }
        position += Int64(count)
        remaining -= count
      }
    }

    func audioSource(_ source: any AudioSource, didLose frames: Int) {
      guard let owner else { return }
      listener?.audioSource(owner, didLose: frames)
    }

    func audioSource(_ source: any AudioSource, didFail error: DeviceError) { fail(error) }
  }
}
