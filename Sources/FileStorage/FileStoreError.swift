import Glibc
public import MediaCore
package import SystemCalls

/// The reason why a file could not be written, read or moved.
public struct FileStoreError: Error, Sendable, CustomStringConvertible {
  /// The kinds of failure; more may be added.
  public typealias Code = ErrorCode<FileStoreError>

  /// The kind of failure.
  public let code: Code
  /// The file or folder.
  public let path: String
  /// The system call that failed, or a word for the operation that did.
  public let operation: String
  /// The system's error number; `nil` for a failure that is not the system's.
  public let errno: Int32?
  /// A sentence about what is wrong and what to do.
  public let message: String
  /// The error behind this one.
  public let underlying: (any Error)?

  /// Creates an error for a system call that failed; its number tells the kind of failure.
  public init(path: String, operation: String, errno: Int32, message: String) {
    code = Self.code(of: errno)
    self.path = path
    self.operation = operation
    self.errno = errno
    self.message = message
    underlying = nil
  }

  /// Creates an error for a failure that is not the system's.
  public init(_ code: Code, path: String, operation: String, message: String, underlying: (any Error)? = nil) {
    self.code = code
    self.path = path
    self.operation = operation
    errno = nil
    self.message = message
    self.underlying = underlying
  }

  /// Creates an error for what the system refused to do with a file.
  package init(_ path: String, _ error: SystemError) {
    self.init(path: path, operation: error.operation, errno: error.number, message: error.advice)
  }

  private static func code(of errno: Int32) -> Code {
    switch errno {
    case EEXIST: .existing
    case ENOENT, ENOTDIR: .notFound
    case EACCES, EPERM, EROFS: .accessDenied
    case ENOSPC, EDQUOT: .full
    case EHOSTUNREACH: .unreachable
    default: .system
    }
  }

  /// A name that is taken.
  package static func existing(_ path: String) -> FileStoreError {
    FileStoreError(path, SystemError("create", EEXIST))
  }

  /// File, message, call and number.
  public var description: String { "\(path): \(message) [\(call)]" }

  /// The operation that failed, with the system's number if there is one.
  package var call: String { operation + (errno.map { ": errno \($0)" } ?? "") }
}

extension ErrorCode<FileStoreError> {
  /// A file of that name is there already.
  public static var existing: Self { Self("existing") }
  /// The file or folder does not exist.
  public static var notFound: Self { Self("notFound") }
  /// The user has no permission for the operation.
  public static var accessDenied: Self { Self("accessDenied") }
  /// The disk or the user's quota is full.
  public static var full: Self { Self("full") }
  /// The store of the file cannot be reached over the network.
  public static var unreachable: Self { Self("unreachable") }
  /// The file has other bytes than were kept.
  public static var damaged: Self { Self("damaged") }
  /// The system refused for a reason that has no kind of its own.
  public static var system: Self { Self("system") }
}

/// Asks the system for something about a file, and names the file when the system refuses.
/// - Throws: ``FileStoreError``.
@discardableResult
package func about<Value: ~Copyable>(
  _ path: String, _ ask: @autoclosure () throws(SystemError) -> Value
) throws(FileStoreError) -> Value {
  do throws(SystemError) { return try ask() } catch { throw FileStoreError(path, error) }
}
