/// An error that tells why bytes could not be read as what they should be.
public struct ByteError: Error, Sendable, CustomStringConvertible {
  /// The kind of failure; more may be added.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    private let name: String
    private init(_ name: String) { self.name = name }
    /// The kind's name.
    public var description: String { name }

    /// The bytes end before those that were asked for.
    public static let endOfData = Code("endOfData")
    /// A place outside the data was asked for.
    public static let outOfRange = Code("outOfRange")
    /// The bytes are there and do not mean what they must.
    public static let invalidValue = Code("invalidValue")
    /// The medium that the bytes lie on gave an error.
    public static let unreadable = Code("unreadable")
  }

  /// The kind of failure.
  public let code: Code
  /// The position at which reading stood, in bytes from the start of the outermost data.
  public let position: Int
  /// The problem, in one sentence.
  public let message: String
  /// The error behind this one, such as the file's, whose advice is in ``message``.
  public let underlying: (any Error)?

  /// Creates an error from its parts. `message` does not name the position: ``description`` adds it.
  public init(_ code: Code, position: Int, message: String, underlying: (any Error)? = nil) {
    self.code = code
    self.position = position
    self.message = message
    self.underlying = underlying
  }

  /// The message and where it happened.
  public var description: String { "\(message) [\(code) at byte \(position)]" }
}
