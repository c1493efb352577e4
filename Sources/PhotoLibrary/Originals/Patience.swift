import Dispatch
package import MediaCore

/// The limits on waiting for a server that is away, and the clock that they are measured by.
package struct Patience: Sendable {
  /// The longest wait while the library is opened: somebody may have mistyped the server's name.
  package var opening: Duration
  /// The longest wait once the server was there: servers restart, and networks come back.
  package var reconnecting: Duration
  /// The longest time that one attempt to connect may take.
  package var attempt: Duration
  private let clock: any MediaClock

  /// Creates limits; by default the wait for a server that was there is half a minute, several times what a restart
  /// takes.
  package init(
    _ clock: any MediaClock, opening: Duration = .seconds(5), reconnecting: Duration = .seconds(30),
    attempt: Duration = .seconds(5)
  ) {
    (self.clock, self.opening, self.reconnecting, self.attempt) = (clock, opening, reconnecting, attempt)
  }

  /// Returns the time since a fixed instant.
  package func now() -> Duration { .nanoseconds(clock.now.nanoseconds) }

  /// Waits for a time between two attempts: nothing else tells when a server is back that does not answer. Not to be
  /// called by an action of the clock's.
  package func pause(_ duration: Duration) {
    let isOver = DispatchSemaphore(value: 0)
    after(duration) { isOver.signal() }
    isOver.wait()
  }

  /// Calls `action` once, after a time between two attempts.
  package func after(_ duration: Duration, _ action: @escaping @Sendable () -> Void) {
    _ = clock.schedule(at: clock.now + MediaTime(value: duration.milliseconds, timescale: 1000), action)
  }
}

extension Duration {
  /// The number of whole milliseconds.
  package var milliseconds: Int64 { components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000 }
}
