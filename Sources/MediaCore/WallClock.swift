/// The calendar's side of time: what date an instant of the session's clock was.
public protocol WallClock: Sendable {
  /// The local date and time at a monotonic instant.
  func date(at instant: MediaTime) -> WallTime
}
