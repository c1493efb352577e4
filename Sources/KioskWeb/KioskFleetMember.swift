/// A booth of a fleet.
public struct KioskFleetMember: Sendable, Hashable, Encodable {
  /// The topic under which the booth publishes its state.
  public let topic: String
  /// A Boolean value that indicates whether the booth is connected.
  public var isOnline: Bool
  /// A Boolean value that indicates whether it is the booth that was asked.
  public let isSelf: Bool
  /// The latest state of the booth; `nil` before its first message.
  public var state: KioskFleetState?

  /// Creates a booth from its parts.
  public init(topic: String, isOnline: Bool, isSelf: Bool, state: KioskFleetState?) {
    (self.topic, self.isOnline, self.isSelf, self.state) = (topic, isOnline, isSelf, state)
  }
}
