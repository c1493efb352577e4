/// A light that can be let off for a still: an LED, a pin of the machine, a screen that goes white.
///
/// A camera's own flash is driven by its controls; this is for all others.
public protocol Flash: AnyObject, Sendable {
  /// Whether it can be used now; one that is too hot cannot, and the capture goes on without.
  var isAvailable: Bool { get }
  /// Switches it; called on the session's queue, and to return soon.
  func setOn(_ isOn: Bool)
}
