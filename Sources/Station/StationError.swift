public import MediaCore

/// The reason why a station could not be set up. Its context is the file or setting it is about.
public typealias StationError = CodedError<StationErrorDomain>

/// The domain of ``StationError``.
public enum StationErrorDomain: ErrorDomain {
  /// Returns the context and the message.
  public static func description(of error: StationError) -> String { error.text() }
}

extension ErrorCode<StationErrorDomain> {
  /// The configuration file is missing, unreadable or says something impossible.
  public static var invalidConfiguration: Self { Self("invalidConfiguration") }
}
