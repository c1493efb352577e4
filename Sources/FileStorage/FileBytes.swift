public import ByteCoding
import Glibc
import SystemCalls

/// A file's bytes, read where they are needed; the file is open as long as this lives.
public final class FileBytes: ByteSource {
  /// The file's path.
  public let name: String
  /// The number of bytes it had when it was opened.
  public let count: Int
  /// When it was last changed, in nanoseconds since 1970 UTC.
  public let modificationNanoseconds: Int64
  private let file: Descriptor

  /// Opens a file for reading.
  /// - Throws: ``FileStoreError`` when there is none, it is a folder, a pipe or a device, or it may not be read.
  public init(_ path: String) throws(FileStoreError) {
    // Without O_NONBLOCK the opening of a pipe would wait for a writer.
    let file = try about(path, try Descriptor(opening: path, O_RDONLY | O_NONBLOCK | O_NOCTTY))
    let status = try about(path, try file.status())
    let attributes = FileAttributes(status)
    guard attributes.isRegular else {
      if status.st_mode & S_IFMT == S_IFDIR { throw FileStoreError(path, SystemError("open", EISDIR)) }
      throw FileStoreError(
        path: path, operation: "open", errno: EINVAL, message: "this is a pipe or a device; name a file")
    }
    self.file = file
    name = path
    count = Int(attributes.size)
    modificationNanoseconds = attributes.modificationNanoseconds
  }

  /// Fills `buffer` with the bytes from `offset` on.
  /// - Throws: `ByteError` with `.outOfRange` past the end, also when the file has shrunk; with `.unreadable` and
  ///   a ``FileStoreError`` behind it when the disk fails.
  public func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(ByteError) {
    try checkRead(of: buffer.count, at: offset)
    var done = 0
    while done < buffer.count {
      let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
      let got: Int
      do throws(SystemError) { got = try file.read(into: rest, at: offset + done) } catch {
        throw ByteError(
          .unreadable, position: offset + done, message: "\(name) cannot be read: \(error.advice).",
          underlying: FileStoreError(name, error))
      }
      guard got > 0 else {
        throw ByteError(.outOfRange, position: offset + done, message: "\(name) was cut short while it was read.")
      }
      done += got
    }
  }
}
