import FileStorage
public import MediaCore

/// The reason why a fixture could not be recorded or read.
///
/// Its context is the bundle, or the file in it, that is at fault; its status is the system's error number.
public typealias FixtureError = CodedError<FixtureErrorDomain>

/// The domain of ``FixtureError``.
public enum FixtureErrorDomain: ErrorDomain {
  /// Returns the file, the message, the error number and the underlying error.
  public static func description(of error: FixtureError) -> String {
    error.text(number: "errno ") + error.otherCause
  }
}

extension FixtureError {
  /// The error behind this one as a sentence; empty for a file's error, whose message is this one's already.
  var otherCause: String { underlying is FileStoreError ? "" : cause }
}

extension ErrorCode<FixtureErrorDomain> {
  /// The bundle of that name, or a file of it, does not exist.
  public static var missing: Self { Self("missing") }
  /// A file or folder of that name exists already, and was left as it is.
  public static var exists: Self { Self("exists") }
  /// The bundle is there and cannot be read.
  public static var unreadable: Self { Self("unreadable") }
  /// The bundle cannot be written.
  public static var unwritable: Self { Self("unwritable") }
  /// The disk is full: what was recorded until then is kept in its partial form.
  public static var diskFull: Self { Self("diskFull") }
  /// The bytes are not what was recorded, or contradict themselves.
  public static var damaged: Self { Self("damaged") }
  /// The fixture is well-formed, and of a version or a size that is not read here.
  public static var unsupported: Self { Self("unsupported") }
  /// The recorder received neither a picture nor sound; no bundle is left.
  public static var nothingRecorded: Self { Self("nothingRecorded") }
  /// The call does not fit the state of the recorder, or what was asked for cannot be.
  public static var invalidState: Self { Self("invalidState") }
}
