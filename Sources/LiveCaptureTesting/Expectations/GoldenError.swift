public import MediaCore

/// The reason why a text could not be compared. Its context is the file or name.
public typealias GoldenError = CodedError<GoldenErrorDomain>

/// The domain of ``GoldenError``.
public enum GoldenErrorDomain: ErrorDomain {
  /// Returns the file, the message and the underlying error.
  public static func description(of error: GoldenError) -> String {
    error.text() + (error.underlying.map { " [\($0.text(behind: error.context))]" } ?? "")
  }
}

extension ErrorCode<GoldenErrorDomain> {
  /// A name that no file can have.
  public static var invalidName: Self { Self("invalidName") }
  /// The file is there and cannot be read.
  public static var unreadable: Self { Self("unreadable") }
  /// The file cannot be written.
  public static var unwritable: Self { Self("unwritable") }
}
