public import ByteCoding
import Glibc

/// A file's bytes, read where they are needed; the file is open as long as this lives.
public final class FileBytes: ByteSource {
  /// The file's path.
  public let name: String
  /// The number of bytes it had when it was opened.
  public let count: Int
  /// When it was last changed, in nanoseconds since 1970 UTC.
  public let modificationNanoseconds: Int64
  private let descriptor: Int32

  /// Opens a file for reading.
  /// - Throws: ``FileStoreError`` when there is none, it is a folder, a pipe or a device, or it may not be read.
  public init(_ path: String) throws(FileStoreError) {
    // Without O_NONBLOCK the opening of a pipe would wait for a writer.
    descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { throw Self.failure(path, "open") }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      let error = Self.failure(path, "fstat")
      close(descriptor)
      throw error
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      let isFolder = status.st_mode & S_IFMT == S_IFDIR
      throw FileStoreError(
        path: path, operation: "open", errno: isFolder ? EISDIR : EINVAL,
        message: isFolder ? "this is a folder; name a file" : "this is a pipe or a device; name a file")
    }
    name = path
    count = Int(status.st_size)
    modificationNanoseconds = Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec)
  }

  deinit { close(descriptor) }

  /// Fills `buffer` with the bytes from `offset` on.
  /// - Throws: `ByteError` with `.outOfRange` past the end, also when the file has shrunk; with `.unreadable` when
  ///   the disk fails.
  public func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(ByteError) {
    guard offset >= 0, buffer.count <= count - offset else {
      throw ByteError(
        .outOfRange, position: offset,
        message: "\(buffer.count) bytes of \(name) were asked for at \(offset); it has \(count).")
    }
    var done = 0
    while done < buffer.count {
      let got = pread(descriptor, buffer.baseAddress! + done, buffer.count - done, off_t(offset + done))
      if got < 0 {
        if errno == EINTR { continue }
        throw ByteError(
          .unreadable, position: offset + done, message: "\(name) cannot be read: \(String(cString: strerror(errno))).")
      }
      guard got > 0 else {
        throw ByteError(.outOfRange, position: offset + done, message: "\(name) was cut short while it was read.")
      }
      done += got
    }
  }

  private static func failure(_ path: String, _ operation: String) -> FileStoreError {
    let number = errno
    let advice =
      switch number {
      case ENOENT: "there is no such file; check the name"
      case EACCES, EPERM: "this file may not be read; change its permissions"
      case ENOTDIR: "a part of this path is no folder; check the name"
      default: String(cString: strerror(number))
      }
    return FileStoreError(path: path, operation: operation, errno: number, message: advice)
  }
}
