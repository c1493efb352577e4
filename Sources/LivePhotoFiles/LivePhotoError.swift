import FileStorage
public import MediaCore

/// Why work on files failed.
public struct LivePhotoError: Error, Sendable, CustomStringConvertible {
  /// The kinds of failure; more may be added.
  public typealias Code = ErrorCode<LivePhotoError>

  /// The kind of failure.
  public let code: Code
  /// The file at fault, as it was named; or the setting.
  public let file: String
  /// What is wrong and what to do about it, in one sentence or two.
  public let message: String
  /// The failure below this one, which names box or segment and offset, or `nil`.
  public let underlying: (any Error)?

  /// An error from its parts. `message` does not name the file: ``description`` adds it.
  public init(_ code: Code, file: String, message: String, underlying: (any Error)? = nil) {
    self.code = code
    self.file = file
    self.message = message
    self.underlying = underlying
  }

  /// What kept a file from being written.
  init(_ error: FileStoreError) {
    self.init(
      .unwritable, file: error.path, message: "\(error.message).", underlying: error.code == .existing ? nil : error)
  }

  /// Does a piece of work on a file; what goes wrong in it becomes an error that names the file.
  static func naming<Value, Failure: Error>(
    _ file: String, _ message: String, _ code: Code = .malformed, _ work: () throws(Failure) -> Value
  ) throws(LivePhotoError) -> Value {
    do { return try work() } catch {
      throw error as? LivePhotoError ?? LivePhotoError(code, file: file, message: message, underlying: error)
    }
  }

  /// File, message and cause.
  public var description: String {
    switch underlying {
    // Its message is this one's already.
    case let error as FileStoreError: "\(file): \(message) [\(error.operation): errno \(error.errno)]"
    case let error?: "\(file): \(message) Cause: \(error.text(behind: file))"
    case nil: "\(file): \(message)"
    }
  }
}

extension ErrorCode<LivePhotoError> {
  /// The file is not there or cannot be read.
  public static var unreadable: Self { Self("unreadable") }
  /// The file's bytes contradict themselves or their format.
  public static var malformed: Self { Self("malformed") }
  /// Well-formed, and nothing that the operation can work on.
  public static var unsupported: Self { Self("unsupported") }
  /// A setting makes no sense, or not for these files.
  public static var invalidSetting: Self { Self("invalidSetting") }
  /// The result could not be written.
  public static var unwritable: Self { Self("unwritable") }
}
