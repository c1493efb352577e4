public import MediaCore

/// The reason why a printer does not carry out a request. Its context is the printer's name, or what was given as one.
public typealias PrinterError = CodedError<PrinterErrorDomain>

/// The domain of ``PrinterError``.
public enum PrinterErrorDomain: ErrorDomain {
  /// Context and message, and the cause.
  public static func description(of error: PrinterError) -> String { error.text() + error.cause }
}

extension ErrorCode<PrinterErrorDomain> {
  /// The printer does not answer, but may be back later.
  public static var away: Self { Self("away") }
  /// The printer cannot take a job now, but may later.
  public static var busy: Self { Self("busy") }
  /// The printer does not know the job.
  public static var unknownJob: Self { Self("unknownJob") }
  /// The printer will never carry out the request.
  public static var refused: Self { Self("refused") }
}
