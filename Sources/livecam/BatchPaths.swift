import FileStorage
import Glibc
import LivePhotoFiles
import MediaCore
import SystemCalls

/// The paths that a command works on: those that are named, then those of a list.
final class BatchPaths: Sequence, IteratorProtocol {
  /// The error that kept the list from being read to its end.
  private(set) var failure: (any Error)?
  private var named: ArraySlice<String>
  private var list: PathList?

  /// Creates the paths named, and those of the list at a path; `-` is standard input.
  /// - Throws: ``LivePhotoError`` with `.unreadable`.
  init(_ named: [String], list path: String?, nullTerminated: Bool) throws {
    self.named = named[...]
    guard let path else { return }
    let source = try OpenList(path)
    list = PathList(source.name, nullTerminated: nullTerminated) { try source.read(into: $0) }
  }

  func next() -> String? {
    if let path = named.popFirst() { return path }
    do { return try list?.next() } catch {
      failure = error
      list = nil
      return nil
    }
  }
}

/// A list that may be a pipe: waiting for its next bytes ends with the task.
private final class OpenList {
  let name: String
  private let file: Descriptor

  init(_ path: String) throws {
    name = path == "-" ? "standard input" : path
    do throws(SystemError) {
      file =
        try path == "-"
        ? Descriptor(fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0), from: "fcntl") : Descriptor(opening: path, O_RDONLY)
    } catch {
      throw Self.unreadable(name, error)
    }
  }

  private static func unreadable(_ name: String, _ error: SystemError) -> LivePhotoError {
    LivePhotoError(.unreadable, context: name, message: "\(error.advice).", underlying: FileStoreError(name, error))
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    var request = pollfd(fd: file.number, events: Int16(POLLIN), revents: 0)
    var status: Int32 = 0
    repeat {
      try Task.checkCancellation()
      status = poll(&request, 1, 100)
    } while status == 0 || status < 0 && errno == EINTR
    do throws(SystemError) { return try file.read(into: buffer) } catch { throw Self.unreadable(name, error) }
  }
}
