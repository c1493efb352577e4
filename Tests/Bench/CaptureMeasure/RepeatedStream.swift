import CaptureDevices
import MediaCore
import Synchronization

/// Payloads that are delivered again and again, each at an instant of its own.
final class RepeatedStream<Sink: Sendable>: Sendable {
  private struct Stream {
    let sink: Sink
    let start: MediaTime
    var count: Int64 = 0
    var scheduled: (any ScheduledAction)?
  }

  private let payloads: [FrameStorage]
  private let clock: any MediaClock
  /// When the payload of a number is due, counted from the start.
  private let due: @Sendable (Int64) -> MediaTime
  private let stream = Mutex<Stream?>(nil)

  /// Payloads of which there is one at least; after the last comes the first again.
  init(_ payloads: [FrameStorage], clock: any MediaClock, due: @escaping @Sendable (Int64) -> MediaTime) {
    precondition(!payloads.isEmpty, "a repeating device without a payload")
    self.payloads = payloads
    self.clock = clock
    self.due = due
  }

  /// Begins to call `deliver`, with the number and the bytes of each payload.
  /// - Throws: ``DeviceError`` with `.invalidState` when it is running; `kind` is what the device is called.
  func start(
    _ sink: Sink, _ kind: String, deliver: @escaping @Sendable (Sink, Int64, UnsafeRawBufferPointer) -> Void
  ) throws(DeviceError) {
    try stream.withLock { stream throws(DeviceError) in
      guard stream == nil else {
        throw DeviceError(.invalidState, context: "repeating", message: "The \(kind) is running. Stop it first.")
      }
      var started = Stream(sink: sink, start: clock.now)
      schedule(&started, deliver)
      stream = started
    }
  }

  /// Ends delivery.
  func stop() { stream.withLock { $0.take() }?.scheduled?.cancel() }

  private func schedule(
    _ stream: inout Stream, _ deliver: @escaping @Sendable (Sink, Int64, UnsafeRawBufferPointer) -> Void
  ) {
    let next = stream.start + due(stream.count)
    stream.scheduled = clock.schedule(at: next) { [weak self] in self?.tick(deliver) }
  }

  private func tick(_ deliver: @escaping @Sendable (Sink, Int64, UnsafeRawBufferPointer) -> Void) {
    stream.withLock { stream in
      guard var running = stream else { return }
      payloads[Int(running.count % Int64(payloads.count))].withBytes { deliver(running.sink, running.count, $0) }
      running.count += 1
      schedule(&running, deliver)
      stream = running
    }
  }
}
