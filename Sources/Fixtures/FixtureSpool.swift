import Dispatch
import MediaCore
import Synchronization

/// A queue between devices, which must not wait for the disk, and the writer of a bundle.
///
/// Payloads wait in memory, up to a number of bytes. Beyond it the device has to wait; what it loses meanwhile it
/// reports as lost.
final class FixtureSpool: Sendable {
  /// The most bytes that wait, but for a single payload that is larger.
  private let limit: Int

  private struct State {
    var waitingBytes = 0
    var waiters = 0
    var failure: FixtureError?
  }

  private let queue = DispatchQueue(label: "livecam.fixture.writer", qos: .userInitiated)
  private let room = DispatchSemaphore(value: 0)
  private let state = Mutex(State())
  private let writer: Mutex<FixtureWriter>
  private let onFailure: @Sendable (FixtureError) -> Void

  /// Creates a spool in front of a writer. `onFailure` is called once, on the spool's queue, when writing fails.
  init(
    _ writer: sending FixtureWriter, limit: Int = 128 << 20, onFailure: @escaping @Sendable (FixtureError) -> Void
  ) {
    self.limit = limit
    self.writer = Mutex(writer)
    self.onFailure = onFailure
  }

  /// Waits until so many bytes may wait, too.
  func reserve(_ byteCount: Int) {
    while true {
      let isAdmitted = state.withLock { state in
        guard state.waitingBytes > 0, state.waitingBytes + byteCount > limit else {
          state.waitingBytes += byteCount
          return true
        }
        state.waiters += 1
        return false
      }
      if isAdmitted { return }
      room.wait()
    }
  }

  /// Schedules a write for which ``reserve(_:)`` was called with the same number.
  func add(reserved byteCount: Int, _ write: @escaping @Sendable (FixtureWriter) throws(FixtureError) -> Void) {
    queue.async { [self] in
      if state.withLock({ $0.failure == nil }) {
        do throws(FixtureError) {
          try writer.withLock { (writer) throws(FixtureError) in try write(writer) }
        } catch {
          state.withLock { $0.failure = error }
          onFailure(error)
        }
      }
      let waiters = state.withLock { state in
        state.waitingBytes -= byteCount
        defer { state.waiters = 0 }
        return state.waiters
      }
      for _ in 0..<waiters { room.signal() }
    }
  }

  /// Waits until all is written, and then does something with the writer.
  /// - Throws: ``FixtureError`` of the first writing that failed, or what `body` throws.
  func drain<Result: Sendable>(
    _ body: @Sendable (FixtureWriter) throws(FixtureError) -> Result
  ) throws(FixtureError) -> Result {
    let outcome = queue.sync { () -> Swift.Result<Result, FixtureError> in
      if let failure = state.withLock({ $0.failure }) { return .failure(failure) }
      return Swift.Result { () throws(FixtureError) in
        try writer.withLock { (writer) throws(FixtureError) in try body(writer) }
      }
    }
    return try outcome.get()
  }

  /// Does something with the writer whatever has happened, after all that waits.
  func discard() { queue.sync { writer.withLock { $0.discard() } } }
}
