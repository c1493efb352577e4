package import CaptureDevices
package import MediaCore
import Synchronization

/// Calls that a source makes to its sink at computed instants, one after another.
///
/// What every source has to keep lies here: one stream at a time, no call after stop, no call of a stream that was
/// stopped. Calls come on the clock's thread.
package final class SourceDelivery<Sink: Sendable, Cursor: Sendable>: Sendable {
  private struct Stream: Sendable {
    let sink: Sink
    let tick: @Sendable () -> Void
    var cursor: Cursor
    var scheduled: (any ScheduledAction)?
  }

  private struct State {
    var stream: Stream?
    /// Tells the calls of one stream from late ones of the stream before.
    var generation = 0
    let buffer: LentMemory
  }

  private let clock: any MediaClock
  private let state: Mutex<State>
  private let device: String
  private let kind: String

  /// Creates the delivery of a device on a clock, with memory to lend samples from. Errors call the device by `kind`.
  package init(clock: any MediaClock, bufferBytes: Int, device: String, kind: String) {
    self.clock = clock
    self.device = device
    self.kind = kind
    state = Mutex(State(buffer: LentMemory(byteCount: bufferBytes)))
  }

  /// Begins a stream, whose first call is due at `dueNanoseconds` of the clock.
  ///
  /// `tick` is to call ``run(_:_:)`` with the number it is given.
  /// - Throws: ``DeviceError`` with `.invalidState` when there is one already.
  package func start(
    _ sink: Sink, at cursor: Cursor, dueNanoseconds: Int64, tick: @escaping @Sendable (Int) -> Void
  ) throws(DeviceError) {
    try state.withLock { state throws(DeviceError) in
      guard state.stream == nil else {
        throw DeviceError(
          .invalidState, context: device, message: "The \(kind) is running. Stop it first.")
      }
      state.generation += 1
      let generation = state.generation
      var stream = Stream(sink: sink, tick: { tick(generation) }, cursor: cursor)
      stream.scheduled = clock.schedule(at: MediaTime(nanoseconds: dueNanoseconds), stream.tick)
      state.stream = stream
    }
  }

  /// Ends the stream: when it returns, the sink is not being called and will not be.
  package func stop() {
    // Delivery happens under the same lock, so taking it waits for a call in progress.
    let ended = state.withLock { $0.stream.take() }
    ended?.scheduled?.cancel()
  }

  /// Makes the call that is due. `body` makes it, moves the cursor on and returns when the next is due, in
  /// nanoseconds, or `nil` when the stream has ended.
  package func run(_ generation: Int, _ body: (Sink, inout Cursor, UnsafeMutableRawBufferPointer) -> Int64?) {
    state.withLock { state in
      guard state.generation == generation, var stream = state.stream else { return }
      guard let dueNanoseconds = body(stream.sink, &stream.cursor, state.buffer.bytes) else {
        state.stream = nil
        return
      }
      stream.scheduled = clock.schedule(at: MediaTime(nanoseconds: dueNanoseconds), stream.tick)
      state.stream = stream
    }
  }
}
