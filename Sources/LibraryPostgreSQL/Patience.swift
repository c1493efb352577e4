import Glibc

/// How long a server that is away is waited for.
struct Patience: Sendable {
  /// When the library is opened: somebody may have mistyped the server's name.
  var opening: Duration
  /// Once it was there: servers restart, and networks come back.
  var reconnecting: Duration
  /// How long one attempt to connect may take.
  var attempt: Duration
  /// The time since whenever.
  var now: @Sendable () -> Duration
  /// Lets time pass between two attempts.
  var pause: @Sendable (Duration) -> Void

  /// Half a minute is several times what a restart takes.
  static let usual = Patience(
    opening: .seconds(5), reconnecting: .seconds(30), attempt: .seconds(5),
    now: { [start = ContinuousClock.now] in ContinuousClock.now - start },
    pause: { duration in
      // Nothing else tells when a server is back that does not answer.
      poll(nil, 0, Int32(clamping: duration.milliseconds))
    })
}

extension Duration {
  var milliseconds: Int64 { components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000 }
}
