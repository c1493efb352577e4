import Dispatch
package import MediaCore

/// The limits on waiting for a server that is away, and the clock that they are measured by.
package struct Patience: Sendable {
  /// The longest wait while the library is opened: somebody may have mistyped the server's name.
  package var opening: MediaTime
  /// The longest wait once the server was there: servers restart, and networks come back.
  package var reconnecting: MediaTime
  /// The longest time that one attempt to connect may take.
  package var attempt: MediaTime
  private let clock: any MediaClock

  /// Creates limits; by default the wait for a server that was there is half a minute, several times what a restart
  /// takes.
  package init(
    _ clock: any MediaClock, opening: MediaTime = .seconds(5), reconnecting: MediaTime = .seconds(30),
    attempt: MediaTime = .seconds(5)
  ) {
    (self.clock, self.opening, self.reconnecting, self.attempt) = (clock, opening, reconnecting, attempt)
  }

  /// Returns the time since a fixed instant.
  package func now() -> MediaTime { clock.now }

  /// Waits for a time between two attempts: nothing else tells when a server is back that does not answer. Not to be
  /// called by an action of the clock's.
  package func pause(_ duration: MediaTime) {
    let isOver = DispatchSemaphore(value: 0)
    after(duration) { isOver.signal() }
    isOver.wait()
  }

  /// Calls `action` once, after a time between two attempts.
  package func after(_ duration: MediaTime, _ action: @escaping @Sendable () -> Void) {
    _ = clock.schedule(at: clock.now + duration, action)
  }
}
