public import LiveCapture

/// The outcome of a shoot.
public struct ShootResult: Sendable {
  /// The errors, in the order in which they occurred.
  public internal(set) var failures: [CaptureError] = []
  /// Captures of which every part is on disk.
  public internal(set) var completed = 0
  /// Captures that have begun.
  public internal(set) var begun = 0
  /// Captures asked for.
  public internal(set) var requested: Int
  /// A Boolean value that indicates whether the user ended the shoot before its time.
  public internal(set) var wasInterrupted = false
  /// A Boolean value that indicates whether the user abandoned captures that were under way.
  public internal(set) var wasAbandoned = false
}
