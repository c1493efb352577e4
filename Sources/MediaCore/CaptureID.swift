import Synchronization

/// Names one capture among all of a process. Later captures have greater numbers.
///
/// Stands for `AVCapturePhotoSettings.uniqueID`.
public struct CaptureID: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The number; above zero.
  public let rawValue: Int64
  /// Creates the identifier with a given number.
  public init(rawValue: Int64) { self.rawValue = rawValue }
  /// Returns a number that this process has not given out before, greater than all before it.
  ///
  /// The one thing that all sessions of a process share; tests that need the same numbers each run count for
  /// themselves.
  public static func next() -> CaptureID {
    CaptureID(rawValue: lastGivenOut.add(1, ordering: .relaxed).newValue)
  }
  private static let lastGivenOut = Atomic<Int64>(0)

  /// Returns whether a capture is earlier than another.
  public static func < (left: CaptureID, right: CaptureID) -> Bool { left.rawValue < right.rawValue }
  /// The number in decimal.
  public var description: String { "\(rawValue)" }
}
