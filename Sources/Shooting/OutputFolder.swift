import FileStorage
import Glibc

/// The folder that a command writes into: made if it is not there, and taken away again if nothing came to lie in it.
public struct OutputFolder: Sendable {
  private let path: String
  private let isMade: Bool

  /// Makes the folder unless something of that name is there; whoever writes looks at what it is. What it lies in has to be
  /// there: a whole path of folders that nobody has heard of is a mistake.
  /// - Throws: `FileStoreError` when it cannot be made.
  public init(_ path: String) throws {
    self.path = path
    var status = stat()
    guard stat(path, &status) != 0 else {
      isMade = false
      return
    }
    isMade = mkdir(path, 0o777) == 0
    guard !isMade, errno != EEXIST else { return }
    let number = errno
    let advice =
      switch number {
      case ENOENT: "the folder cannot be made, as what it is to lie in is not there; create that or name another"
      default: "the folder cannot be made (\(String(cString: strerror(number)))); name another"
      }
    throw FileStoreError(path: path, operation: "mkdir", errno: number, message: advice)
  }

  /// Takes the folder away again if it was made here and is empty.
  public func removeIfEmpty() { if isMade { rmdir(path) } }
}
