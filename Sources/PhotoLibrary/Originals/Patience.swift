import Glibc

/// How long a server that is away is waited for.
package struct Patience: Sendable {
  /// When the library is opened: somebody may have mistyped the server's name.
  package var opening: Duration
  /// Once it was there: servers restart, and networks come back.
  package var reconnecting: Duration
  /// How long one attempt to connect may take.
  package var attempt: Duration
  /// The time since whenever.
  package var now: @Sendable () -> Duration
  /// Lets time pass between two attempts.
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
