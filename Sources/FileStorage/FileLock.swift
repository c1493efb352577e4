import Glibc

/// Tells the files of living processes from those that dead ones have left: a lock that ends with its process.
package enum FileLock {
  /// What came of an attempt.
  package enum Outcome {
    /// The lock is this process's own, until the descriptor is closed.
    case held
    /// Another process has it, or has just removed the file.
    case taken
    /// The file system has no locks; nobody can tell.
    case unsupported
  }

  /// Locks an open file, without waiting.
  package static func take(_ descriptor: Int32, named path: String) -> Outcome {
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { return errno == EWOULDBLOCK ? .taken : .unsupported }
    // Between opening and locking the file may have been removed: then the lock holds nothing.
    var (held, named) = (stat(), stat())
    let isSame =
      fstat(descriptor, &held) == 0 && lstat(path, &named) == 0 && held.st_ino == named.st_ino
      && held.st_dev == named.st_dev
    return isSame ? .held : .taken
  }

  /// Removes a file if it can be locked: then no living process has it.
  package static func removeIfAbandoned(_ path: String) -> Bool {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return take(descriptor, named: path) == .held && unlink(path) == 0
  }
}
