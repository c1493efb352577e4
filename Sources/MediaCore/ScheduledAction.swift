/// A call that a clock will make.
public protocol ScheduledAction: Sendable {
  /// Makes sure the call will not be made, if it has not begun. Harmless afterwards.
  func cancel()
}
