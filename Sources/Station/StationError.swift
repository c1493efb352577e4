public import MediaCore

/// Why a station could not be set up.
public struct StationError: Error, Sendable, CustomStringConvertible {
  /// The kinds of failure; more may be added.
  public typealias Code = ErrorCode<StationError>

  /// The kind of failure.
  public let code: Code
  /// The file or setting it is about.
  public let context: String
  /// What is wrong and what to do about it.
  public let message: String
  /// The error that led to this one.
  public let underlying: (any Error)?

  /// An error from its parts.
  public init(_ code: Code, context: String, message: String, underlying: (any Error)? = nil) {
    self.code = code
    self.context = context
    self.message = message
    self.underlying = underlying
  }

  /// Context and message.
  public var description: String { "\(context): \(message)" }
}

extension ErrorCode<StationError> {
  /// The configuration file is missing, unreadable or says something impossible.
  public static var invalidConfiguration: Self { Self("invalidConfiguration") }
}
