public import ByteCoding
import Glibc
import SystemCalls

/// A file's bytes, read where they are needed; the file is open as long as a copy of this lives.
public struct FileBytes: ByteSource {
  /// The file's path.
  public var name: String { source.name }
  /// The number of bytes it had when it was opened.
  public let count: Int
  /// The instant of its last change, in nanoseconds since 1970 UTC.
  public let modificationNanoseconds: Int64
  /// Its number on its disk; 0 if it lies on none.
  package let inode: UInt64
  private let source: any ByteSource

  /// Creates the bytes of a file that a ``FileSource`` of another kind than the disk has opened.
  public init(_ source: any ByteSource, modificationNanoseconds: Int64 = 0) {
    self.init(source, modificationNanoseconds: modificationNanoseconds, inode: 0)
  }

  private init(_ source: any ByteSource, modificationNanoseconds: Int64, inode: UInt64) {
    (self.source, count, self.modificationNanoseconds) = (source, source.count, modificationNanoseconds)
    self.inode = inode
  }

  /// Opens a file on the disk. Libraries ask their ``FileSource`` instead.
  /// - Throws: ``FileStoreError`` when there is none, it is a folder, a pipe or a device, or it may not be read.
  package init(_ path: String) throws(FileStoreError) {
    // Without O_NONBLOCK the opening of a pipe would wait for a writer.
    let file = try about(path, try Descriptor(opening: path, O_RDONLY | O_NONBLOCK | O_NOCTTY))
    let status = try about(path, try file.status())
    let attributes = FileAttributes(status)
    guard attributes.isRegular else {
      if status.st_mode & S_IFMT == S_IFDIR { throw FileStoreError(path, SystemError("open", EISDIR)) }
      throw FileStoreError(
        .system, path: path, operation: "open", message: "this is a pipe or a device; name a file")
    }
    self.init(
      DiskFile(file, name: path, count: Int(attributes.size)),
      modificationNanoseconds: attributes.modificationNanoseconds, inode: attributes.inode)
  }

  /// Fills `buffer` with the bytes from `offset` on.
  /// - Throws: `ByteError` with `.outOfRange` past the end, also when the file has shrunk; with `.unreadable` and
  ///   a ``FileStoreError`` behind it when the disk fails.
  public func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(ByteError) {
    try source.read(at: offset, into: buffer)
  }
}
