import FileStorage
import Glibc
import SystemCalls

/// The folder that a command writes into: made if it is not there, and taken away again if nothing came to lie in it.
public struct OutputFolder: Sendable {
  private let path: String
  private let isMade: Bool

  /// Creates the folder unless a file or folder of its name exists; the first write finds out which it is. Its parent
  /// folder must exist: a path of several missing folders is taken for a mistake.
  /// - Throws: `FileStoreError` when it cannot be made.
  public init(_ path: String) throws {
    self.path = path
    var status = stat()
    guard stat(path.systemPath, &status) != 0 else {
      isMade = false
      return
    }
    isMade = mkdir(path.systemPath, 0o777) == 0
    guard !isMade else { return }
    let error = SystemError("mkdir")
    guard error.number != EEXIST else { return }
    throw FileStoreError(
      path: path, operation: error.operation, errno: error.number,
      message:
        "the folder cannot be made (\(SystemError.text(error.number))); create what it is to lie in, or name another")
  }

  /// Takes the folder away again if it was made here and is empty.
  public func removeIfEmpty() { if isMade { rmdir(path.systemPath) } }
}
