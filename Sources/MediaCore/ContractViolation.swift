/// A call that the API forbids: where Apple's frameworks raise an exception, which no Swift code can catch.
///
/// It is a mistake in the calling program, never something that happens to it: what happens to it is an error.
public struct ContractViolation: Sendable, Hashable, CustomStringConvertible {
  /// Which exception Apple's frameworks raise.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// An argument that cannot be. `NSInvalidArgumentException`.
    case invalidArgument
    /// A call at the wrong time. `NSGenericException`.
    case generic
  }

  /// A short, lasting name of the rule that was broken, such as `changeRequest.outsideBlock`.
  public let rule: String
  /// What was done and what to do instead, as sentences.
  public let message: String
  /// Which exception it stands for.
  public let kind: Kind

  /// A violation of a rule.
  public init(rule: String, message: String, kind: Kind) {
    self.rule = rule
    self.message = message
    self.kind = kind
  }

  /// Message, rule and kind.
  public var description: String { "\(message) [\(rule), \(kind.rawValue)]" }
}

/// What is done about a ``ContractViolation``. It is given to whatever has rules; there is no global one.
///
/// Programs use ``trap``. Tests record, and the forbidden call then has no effect.
public struct ViolationHandler: Sendable {
  private let handle: @Sendable (ContractViolation) -> Void

  /// A handler that passes violations on to `handle`, on the thread of the forbidden call.
  public init(_ handle: @escaping @Sendable (ContractViolation) -> Void) { self.handle = handle }

  /// Ends the process, as an uncaught exception does.
  public static let trap = ViolationHandler { preconditionFailure($0.description) }

  /// Reports a violation. When this returns, the caller leaves everything as it is.
  public func report(_ violation: ContractViolation) { handle(violation) }
}
