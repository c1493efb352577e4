public import MediaCore

/// Why a fixture could not be recorded or read.
public struct FixtureError: Error, Sendable, CustomStringConvertible {
  /// The kinds of failure; more may be added.
  public typealias Code = ErrorCode<FixtureError>

  /// The kind of failure.
  public let code: Code
  /// The bundle, or the file in it, that is at fault.
  public let file: String
  /// The system's error number, when a call failed.
  public let errno: Int32?
  /// The error behind this one.
  public let cause: (any Error)?
  /// What is wrong and what to do about it, in one sentence or two.
  public let message: String

  /// An error from its parts. `message` does not name the file: ``description`` adds it.
  public init(_ code: Code, file: String, errno: Int32? = nil, cause: (any Error)? = nil, message: String) {
    self.code = code
    self.file = file
    self.errno = errno
    self.cause = cause
    self.message = message
  }

  /// File, message, the error number and the error behind it.
  public var description: String {
    "\(file): \(message)" + (errno.map { " [errno \($0)]" } ?? "")
      + (cause.map { " Cause: \($0.text(behind: file))" } ?? "")
  }
}

extension ErrorCode<FixtureError> {
  /// There is no bundle of that name, or a file of it is not there.
  public static var missing: Self { Self("missing") }
  /// Something of that name exists already; it was left as it is.
  public static var exists: Self { Self("exists") }
  /// The bundle is there and cannot be read.
  public static var unreadable: Self { Self("unreadable") }
  /// The bundle cannot be written.
  public static var unwritable: Self { Self("unwritable") }
  /// The disk is full: what was recorded until then is kept in its partial form.
  public static var diskFull: Self { Self("diskFull") }
  /// The bytes are not what was recorded, or contradict themselves.
  public static var damaged: Self { Self("damaged") }
  /// Well-formed, and of a version or a size that is not read here.
  public static var unsupported: Self { Self("unsupported") }
  /// Neither a picture nor sound came while it was recorded; no bundle is left.
  public static var nothingRecorded: Self { Self("nothingRecorded") }
  /// The call does not fit the state of the recorder, or what was asked for cannot be.
  public static var invalidState: Self { Self("invalidState") }
}
