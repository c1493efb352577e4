/// The reason why pictures or sound could not be read, converted, compressed or laid out as a file.
///
/// One type for every coding target, so that a failed movie or still carries its cause up unchanged. Its context is
/// what was being coded, as far as it is known: `MJPG 1280x720`, `H.264 1920x1080`, `moov/trak/mdia`.
public typealias CodingError = CodedError<CodingErrorDomain>

/// The domain of ``CodingError``.
public enum CodingErrorDomain: ErrorDomain {
  /// Returns the context, the message, the failing call with its status, and the underlying error.
  public static func description(of error: CodingError) -> String {
    error.text(number: error.operation == nil ? "status " : "") + error.cause
  }
}

extension CodingError {
  /// A Boolean value that indicates whether the data to be read is damaged, and not the way it was to be read wrong.
  public var isOfDamage: Bool { code == .malformed || code == .truncated }
}

extension ErrorCode<CodingErrorDomain> {
  /// The bytes end before what they announce.
  public static var truncated: Self { Self("truncated") }
  /// The bytes contradict themselves or their format.
  public static var malformed: Self { Self("malformed") }
  /// The data are well-formed, and of a kind that livecam does not read or write.
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
