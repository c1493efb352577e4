import Glibc

/// The limits on waiting for a server that is away.
package struct Patience: Sendable {
  /// The longest wait while the library is opened: somebody may have mistyped the server's name.
  package var opening: Duration
  /// The longest wait once the server was there: servers restart, and networks come back.
  package var reconnecting: Duration
  /// The longest time that one attempt to connect may take.
  package var attempt: Duration
  /// Returns the time since a fixed instant.
  package var now: @Sendable () -> Duration
  /// Waits for a time between two attempts.
  package var pause: @Sendable (Duration) -> Void

  /// Half a minute is several times what a restart takes.
  package static let usual = Patience(
    opening: .seconds(5), reconnecting: .seconds(30), attempt: .seconds(5),
    now: { [start = ContinuousClock.now] in ContinuousClock.now - start },
    pause: { duration in
      // Nothing else tells when a server is back that does not answer.
      poll(nil, 0, Int32(clamping: duration.milliseconds))
    })
}

extension Duration {
  /// Whole milliseconds.
  package var milliseconds: Int64 { components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000 }
}
