import FileStorage
public import MediaCore
import MovieCoding

/// The reason why work on files failed.
///
/// Its context is the file at fault, as it was named, or the setting; the error behind it names box or segment and
/// offset.
public typealias LivePhotoError = CodedError<LivePhotoErrorDomain>

/// The domain of ``LivePhotoError``.
public enum LivePhotoErrorDomain: ErrorDomain {
  /// File, message and cause.
  public static func description(of error: LivePhotoError) -> String {
    // Its message is this one's already; a name that is taken is no failed call to whoever reads of it.
    guard let failure = error.underlying as? FileStoreError else { return error.text() + error.cause }
    return error.text() + (failure.code == .existing ? "" : " [\(failure.call)]")
  }
}

extension LivePhotoError {
  init(_ error: FileStoreError) {
    self.init(.unwritable, context: error.path, message: "\(error.message).", underlying: error)
  }

  /// An error for an archive that cannot be unpacked, in the words of what cannot be.
  static func archive(_ path: String, _ error: any Error) -> LivePhotoError {
    if let error = error as? LivePhotoError { return error }
    let cause = error as? CodingError
    return LivePhotoError(
      cause?.code == .unsupported ? .unsupported : .malformed, context: path,
      message: cause?.message ?? "The archive cannot be unpacked.",
      underlying: cause.map(\.underlying) ?? error)
  }

  /// Does a piece of work on a file; what goes wrong in it becomes an error that names the file.
  static func naming<Value, Failure: Error>(
    _ file: String, _ message: String, _ code: Code = .malformed, _ work: () throws(Failure) -> Value
  ) throws(LivePhotoError) -> Value {
    do { return try work() } catch {
      throw error as? LivePhotoError ?? LivePhotoError(code, context: file, message: message, underlying: error)
    }
  }

  /// Does a piece of work on a file; what a coder or a movie's reader has against it becomes an error that names the
  /// file, and everything else is passed on.
  static func coding<Value>(_ file: String, _ message: String, _ work: () throws -> Value) throws -> Value {
    do { return try work() } catch  where error is CodingError || error is MovieError {
      let code = (error as? CodingError)?.code
      throw LivePhotoError(
        code == .unsupported || code == .missingLibrary ? .unsupported : .malformed, context: file, message: message,
        underlying: error)
    }
  }
}

extension ErrorCode<LivePhotoErrorDomain> {
  /// The file is not there or cannot be read.
  public static var unreadable: Self { Self("unreadable") }
  /// The file has no bytes.
  public static var empty: Self { Self("empty") }
  /// The file's bytes contradict themselves or their format.
  public static var malformed: Self { Self("malformed") }
  /// Well-formed, and nothing that the operation can work on.
  public static var unsupported: Self { Self("unsupported") }
  /// Still and movie are of two different photos.
  public static var mismatched: Self { Self("mismatched") }
  /// The files to be written would be no Live Photo.
  public static var noLivePhoto: Self { Self("noLivePhoto") }
  /// A setting makes no sense, or not for these files.
  public static var invalidSetting: Self { Self("invalidSetting") }
  /// The result could not be written.
  public static var unwritable: Self { Self("unwritable") }
}
