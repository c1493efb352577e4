/// Why pictures or sound could not be read, converted, compressed or laid out as a file.
///
/// One type for every coding target, so that a failed movie or still carries its cause up unchanged.
public struct CodingError: Error, Sendable, CustomStringConvertible {
  /// The kinds of failure; more may be added.
  public typealias Code = ErrorCode<CodingError>

  /// The kind of failure.
  public let code: Code
  /// What was being coded, as far as it is known: `MJPG 1280x720`, `H.264 1920x1080`, `moov/trak/mdia`.
  public let context: String
  /// What was being done, such as `tjDecompressToYUVPlanes`.
  public let operation: String?
  /// The library's own error number, when it gave one.
  public let status: Int?
  /// The error behind this one.
  public let underlying: (any Error)?
  /// What is wrong and what to do about it, in one sentence or two.
  public let message: String

  /// An error from its parts. `message` does not repeat the context or the status: ``description`` adds both.
  public init(
    _ code: Code, context: String, operation: String? = nil, status: Int? = nil, underlying: (any Error)? = nil,
    message: String
  ) {
    self.code = code
    self.context = context
    self.operation = operation
    self.status = status
    self.underlying = underlying
    self.message = message
  }

  /// Context, message, the failing call with its status, and the error behind it.
  public var description: String {
    var text = "\(context): \(message)"
    if let operation {
      text += " [\(operation)" + (status.map { ": \($0)" } ?? "") + "]"
    } else if let status {
      text += " [status \(status)]"
    }
    if let underlying { text += " Cause: \(underlying.text(behind: context))" }
    return text
  }
}

extension CodingError {
  /// Whether what was to be read is damaged, and not the way it was to be read wrong.
  public var isOfDamage: Bool { code == .malformed || code == .truncated }
}

extension ErrorCode<CodingError> {
  /// The bytes end before what they announce.
  public static var truncated: Self { Self("truncated") }
  /// The bytes contradict themselves or their format.
  public static var malformed: Self { Self("malformed") }
  /// Well-formed, and of a kind that livecam does not read or write.
  public static var unsupported: Self { Self("unsupported") }
  /// A size, rate, quality or the like that the coder cannot have.
  public static var invalidSetting: Self { Self("invalidSetting") }
  /// The call does not fit the state of the coder, such as input after its end.
  public static var invalidState: Self { Self("invalidState") }
  /// The memory lent for the result is too small.
  public static var bufferTooSmall: Self { Self("bufferTooSmall") }
  /// A library, or a part of it, is not installed.
  public static var missingLibrary: Self { Self("missingLibrary") }
  /// A library refused or failed in a way that has no kind of its own.
  public static var codecFailed: Self { Self("codecFailed") }
}
