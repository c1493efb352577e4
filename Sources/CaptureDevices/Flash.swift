/// A light that can be let off for a still: an LED, a pin of the machine, a screen that goes white.
///
/// A camera's own flash is driven by its controls; this is for all others.
public protocol Flash: AnyObject, Sendable {
  /// A Boolean value that indicates whether the flash can be used now. A flash that is too hot is not available; the
  /// capture goes on without it.
  var isAvailable: Bool { get }
  /// Switches it; called on a queue of the session's, and to return soon.
  /// - Throws: ``DeviceError`` when it cannot be switched. A capture that it was to light fails with that; a light that
  ///   cannot be put out is told by the session's events.
  func setOn(_ isOn: Bool) throws(DeviceError)
}

/// A flash that calls a closure, which switches any light, such as a white screen.
public final class CallbackFlash: Flash {
  private let change: @Sendable (_ isOn: Bool) throws(DeviceError) -> Void

  /// Creates a flash that calls `change` with `true` when the light has to go on, and with `false` when it has to go
  /// off.
  public init(_ change: @escaping @Sendable (_ isOn: Bool) throws(DeviceError) -> Void) { self.change = change }

  /// Indicates that it is there: `true`.
  public var isAvailable: Bool { true }
  /// Calls the closure that the flash was made with.
  /// - Throws: What the closure throws.
  public func setOn(_ isOn: Bool) throws(DeviceError) { try change(isOn) }
}
