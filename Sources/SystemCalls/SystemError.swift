import Glibc

/// A system call that failed, by its name and the system's error number.
package struct SystemError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The name of the call.
  package let operation: String
  /// The error number, one of `errno`'s values.
  package let number: Int32

  /// Creates an error of a call; without a number the one that the system has just set.
  package init(_ operation: String, _ number: Int32 = errno) {
    self.operation = operation
    self.number = number
  }

  /// Makes sure that a call succeeded, which it tells by any number but a negative one.
  /// - Throws: ``SystemError`` with the number that the system has just set.
  @discardableResult
  package static func check(_ operation: String, _ result: Int32) throws(SystemError) -> Int32 {
    guard result >= 0 else { throw SystemError(operation) }
    return result
  }

  /// The system's words for an error number.
  package static func text(_ number: Int32) -> String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
      guard let start = buffer.baseAddress, strerror_r(number, start, buffer.count) == 0 else {
        return "error \(number)"
      }
      return String(cString: start)
    }
  }

  /// Indicates whether the disk, or the user's share of it, is full.
  package var isLackOfRoom: Bool { number == ENOSPC || number == EDQUOT }

  /// A sentence on what is wrong and what to do, without its full stop.
  package var advice: String {
    switch number {
    case ENOSPC, EDQUOT: "the disk is full; free some space or choose another folder"
    case EROFS: "its file system is mounted for reading alone; mount it for writing or choose another place"
    case EACCES, EPERM: "this is not permitted; change the permissions or choose another file or folder"
    case ENOENT: "there is no such file or folder; check the name or create it first"
    case ENOTDIR: "a part of this path is a file, not a folder; choose another name"
    case EISDIR: "this is a folder; name a file"
    case EEXIST: "a file of this name exists already and was left as it is; choose another name"
    case ENAMETOOLONG: "the name is too long; choose a shorter one"
    case EFBIG: "the file would be larger than this user's files may be; raise the limit (ulimit -f)"
    case EMFILE, ENFILE: "too many files are open; close some programs or raise the limit (ulimit -n)"
    case EIO: "the disk failed; look into the system's log and choose another disk"
    default: "\(Self.text(number)); choose another file or folder"
    }
  }

  /// Advice, call and number.
  package var description: String { "\(advice) [\(operation): errno \(number)]" }
}
