import Glibc
import Synchronization
import SystemCalls

/// An empty file under a lock, which tells other processes that a name is reserved.
final class NameLock: NameReservation {
  private let path: String
  private let file: Mutex<Descriptor?>

  /// Creates and locks the file; `nil` if another process has it. On a file system without locks it is had by whoever
  /// creates it, and what a dead process leaves keeps its number.
  /// - Throws: `FileStoreError` when the file can be neither created nor opened.
  init?(_ path: String) throws(FileStoreError) {
    let file: Descriptor
    var isCreated = true
    do throws(SystemError) {
      file = try Descriptor(opening: path, O_RDWR | O_CREAT | O_EXCL)
    } catch {
      guard error.number == EEXIST else { throw FileStoreError(path, error) }
      isCreated = false
      do throws(SystemError) {
        file = try Descriptor(opening: path, O_RDWR | O_NOFOLLOW)
      } catch {
        // It may have been given up in between; or it is another user's, or something that is no reservation.
        guard [ENOENT, EACCES, EPERM, ELOOP, EISDIR, ENXIO].contains(error.number) else {
          throw FileStoreError(path, error)
        }
        return nil
      }
    }
    switch file.lock(named: path) {
    case .held: break
    case .unsupported where isCreated: break
    case .taken, .unsupported: return nil
    }
    self.path = path
    self.file = Mutex(file)
  }

  deinit { release() }

  /// Gives the name up; harmless if that has been done.
  func release() {
    guard let file = file.withLock({ $0.take() }) else { return }
    // What cannot be removed is no lock any more once it is closed: the next look at the folder sweeps it.
    unlink(path.systemPath)
    _ = consume file
  }
}
