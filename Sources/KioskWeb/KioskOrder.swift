/// A shot that is asked for.
public struct KioskOrder: Sendable, Hashable, Decodable {
  /// The mode of the shot; `nil` for the booth's usual one.
  public var mode: KioskMode?
  /// The length of the countdown in seconds; `nil` for the usual one.
  public var countdown: Int?
  /// The number of the frame that was on the guest's screen.
  public var frame: UInt64?

  /// Creates an order from its parts.
  public init(mode: KioskMode? = nil, countdown: Int? = nil, frame: UInt64? = nil) {
    (self.mode, self.countdown, self.frame) = (mode, countdown, frame)
  }
}
