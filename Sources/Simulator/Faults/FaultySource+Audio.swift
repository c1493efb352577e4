public import CaptureDevices
public import MediaCore
import Synchronization

extension FaultySource: AudioSource where Faults == AudioFaults {
  /// Creates a microphone that passes on what `source` delivers, under the other one's name unless it is given one.
  public convenience init(_ source: any AudioSource, as device: AudioDevice? = nil) {
    self.init(source, device: device ?? source.device)
  }

  /// The shape of its chunks.
  public var format: AudioFormat { source.format }

  /// Starts the other microphone.
  /// - Throws: what the other microphone throws.
  public func start(delivering sink: any AudioSink) throws(DeviceError) {
    let stream = FaultyStream(self, sink)
    deliveries?.begin()
    try source.start(delivering: stream)
    state.withLock { state in
      state.stream = stream
      state.faults.next = nil
    }
  }

  /// Stops the other microphone.
  public func stop() {
    source.stop()
    state.withLock { $0.stream = nil }
  }

  /// Ends the stream as a microphone does that has been unplugged; nothing follows.
  public func fail(
    _ error: DeviceError = DeviceError(.disconnected, context: "", message: "The microphone has been unplugged.")
  ) {
    state.withLock { $0.stream }?.audioSource(source, didFail: error)
  }
}

extension FaultyStream: AudioSink where Faults == AudioFaults {
  func audioSource(_ source: any AudioSource, didCapture chunk: BorrowedAudioChunk) {
    tell { deliver(chunk, of: $0, to: $1) }
  }

  func audioSource(_ source: any AudioSource, didLose frames: Int) { tell { $1.audioSource($0, didLose: frames) } }

  func audioSource(_ source: any AudioSource, didFail error: DeviceError) {
    end { $1.audioSource($0, didFail: error.renamed($0.device.id)) }
  }

  private func deliver(_ chunk: BorrowedAudioChunk, of owner: FaultyMicrophone, to sink: any AudioSink) {
    let plan = owner.state.withLock { $0.faults.take(chunk, isFrozen: $0.isFrozen) }
    owner.deliveries?.note(plan == nil ? .missing : plan?.skipped ?? 0 > 0 ? .lost : .delivered)
    guard let plan else { return }
    if plan.filler == 0 { return sink.audioSource(owner, didCapture: chunk) }
    if plan.lost > 0 { sink.audioSource(owner, didLose: plan.lost) }
    fill(plan, chunk.format, period: max(1, chunk.frameCount), of: owner, to: sink)
    guard plan.skipped < chunk.frameCount else { return }
    sink.audioSource(
      owner,
      didCapture: BorrowedAudioChunk(
        format: chunk.format, position: chunk.position + Int64(plan.skipped),
        frameCount: chunk.frameCount - plan.skipped, clock: chunk.clock, isFiller: chunk.isFiller,
        bytes: UnsafeRawBufferPointer(rebasing: chunk.bytes[(plan.skipped * chunk.format.frameBytes)...])))
  }

  private func fill(
    _ plan: AudioFaults.Plan, _ format: AudioFormat, period: Int, of owner: FaultyMicrophone, to sink: any AudioSink
  ) {
    let silence = [UInt8](repeating: 0, count: period * format.frameBytes)
    var (position, remaining) = (plan.position, plan.filler)
    while remaining > 0 {
      let count = min(period, remaining)
      silence.withUnsafeBytes { bytes in
        sink.audioSource(
          owner,
          didCapture: BorrowedAudioChunk(
            format: format, position: position, frameCount: count, clock: nil, isFiller: true,
            bytes: UnsafeRawBufferPointer(rebasing: bytes[..<(count * format.frameBytes)])))
      }
      position += Int64(count)
      remaining -= count
    }
  }
}
