/// Why a station could not be set up or a shoot could not be done.
public struct StationError: Error, Sendable, CustomStringConvertible {
  /// The kind of failure; more may be added.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    private let name: String
    private init(_ name: String) { self.name = name }
    /// The kind's name.
    public var description: String { name }

    /// The configuration file is missing, unreadable or says something impossible.
    public static let invalidConfiguration = Code("invalidConfiguration")
    /// The folder for the files cannot be used.
    public static let unusableFolder = Code("unusableFolder")
  }

  /// The kind of failure.
  public let code: Code
  /// The file, folder or setting it is about.
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
