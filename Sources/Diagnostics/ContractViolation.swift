/// A call that broke a ``ContractRule``: what was done, and what to do instead.
///
/// Thrown by what can go wrong in no other way. Calls that can also fail for other reasons throw their module's error,
/// such as `CaptureError`, whose `rule` is the same.
public struct ContractViolation: Error, Sendable, Hashable, CustomStringConvertible {
  /// The rule that was broken.
  public let rule: ContractRule
  /// A description of the violation, and of what to do instead.
  public let message: String

  /// Creates a violation of a rule.
  public init(_ rule: ContractRule, _ message: String) {
    self.rule = rule
    self.message = message
  }

  /// Rule, message, and the exception that it stands for.
  public var description: String { "[\(rule.rawValue)] \(message) (\(rule.exception.rawValue))" }
}

/// A handler of each ``ContractViolation`` by calls that cannot throw, such as setting a property of a request. It is
/// given to each object that has such calls; there is no global one.
///
/// Programs use ``trap``. Tests record, and the forbidden call then has no effect.
public struct ViolationHandler: Sendable {
  /// Reports a violation. If the handler returns, the call that broke the rule has no effect.
  public let report: @Sendable (ContractViolation) -> Void

  /// Creates a handler that calls `report` with violations, on the thread of the forbidden call.
  public init(_ report: @escaping @Sendable (ContractViolation) -> Void) { self.report = report }

  /// Ends the process, as an uncaught exception does.
  public static let trap = ViolationHandler { preconditionFailure($0.description) }
}
