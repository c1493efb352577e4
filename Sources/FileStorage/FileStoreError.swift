import Glibc
package import SystemCalls

/// Why a file could not be written, read or moved.
public struct FileStoreError: Error, Sendable, CustomStringConvertible {
  /// The file or folder.
  public let path: String
  /// The system call that failed.
  public let operation: String
  /// The system's error number.
  public let errno: Int32
  /// Whether the cause is that a file of that name was there already.
  public let isExisting: Bool
  /// What is wrong and what to do.
  public let message: String

  /// An error from its parts.
  public init(path: String, operation: String, errno: Int32, isExisting: Bool = false, message: String) {
    self.path = path
    self.operation = operation
    self.errno = errno
    self.isExisting = isExisting
    self.message = message
  }

  /// What the system refused to do with a file.
  package init(_ path: String, _ error: SystemError) {
    self.init(
      path: path, operation: error.operation, errno: error.number, isExisting: error.number == EEXIST,
      message: error.advice)
  }

  /// A name that is taken.
  package static func existing(_ path: String) -> FileStoreError {
    FileStoreError(path, SystemError("create", EEXIST))
  }

  /// File, message, call and number.
  public var description: String { "\(path): \(message) [\(operation): errno \(errno)]" }
}

/// Asks the system for something about a file, and names the file when the system refuses.
/// - Throws: ``FileStoreError``.
@discardableResult
package func about<Value: ~Copyable>(
  _ path: String, _ ask: @autoclosure () throws(SystemError) -> Value
) throws(FileStoreError) -> Value {
  do throws(SystemError) { return try ask() } catch { throw FileStoreError(path, error) }
}
