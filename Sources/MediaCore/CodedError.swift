/// An error of one domain: its kind, its subject, a message that says what is wrong and what to do, and the underlying
/// error.
///
/// Several modules share the shape; each names its own error, such as ``CodingError``, and lists the kinds.
public struct CodedError<Domain: ErrorDomain>: Error, Sendable, CustomStringConvertible {
  /// The kinds of failure; more may be added.
  public typealias Code = ErrorCode<Domain>

  /// The kind of failure.
  public let code: Code
  /// The subject: a file, a device, or what was being coded, as the user knows it.
  public let context: String
  /// The operation that failed, such as `VIDIOC_STREAMON`.
  public let operation: String?
  /// The number that a failed call gave, the system's or the library's own.
  public let status: Int?
  /// One sentence or two about what is wrong and what to do about it.
  public let message: String
  /// The error behind this one.
  public let underlying: (any Error)?

  /// Creates an error from its parts. `message` repeats neither context nor status: ``description`` adds what its
  /// domain shows.
  public init(
    _ code: Code, context: String, operation: String? = nil, status: Int? = nil, message: String,
    underlying: (any Error)? = nil
  ) {
    self.code = code
    self.context = context
    self.operation = operation
    self.status = status
    self.message = message
    self.underlying = underlying
  }

  /// The error as its domain words it.
  public var description: String { Domain.description(of: self) }

  /// Context and message, and the failing call in brackets; `number` is what stands before its status.
  package func text(number: String = "") -> String {
    let call = [operation, status.map { number + "\($0)" }].compactMap(\.self).joined(separator: ": ")
    return "\(context): \(message)" + (call.isEmpty ? "" : " [\(call)]")
  }

  /// The error behind this one as a sentence of its own, with a blank before it; empty without one.
  package var cause: String { underlying.map { " Cause: \($0.text(behind: context))" } ?? "" }
}

/// A family of errors: it gives ``CodedError`` its codes, as extensions of ``ErrorCode``, and its description.
public protocol ErrorDomain {
  /// An error in words: its context, its message, and what else says why it happened.
  static func description(of error: CodedError<Self>) -> String
}
