public import FileStorage
import Glibc

/// A library's files on a real disk.
public struct DiskFileStore: ResourceFileStore {
  /// A store on the file system.
  public init() {}

  /// Makes a folder with all that it lies in.
  public func makeFolder(_ path: String) throws(FileStoreError) {
    var missing: [String] = []
    var folder = path
    var status = stat()
    while folder != "/", folder != ".", stat(folder, &status) != 0 {
      missing.append(folder)
      folder = Self.parent(of: folder)
    }
    for folder in missing.reversed() {
      // Another process may have been faster.
      guard mkdir(folder, 0o755) == 0 || errno == EEXIST else { throw Self.failure(folder, "mkdir") }
      try syncFolder(Self.parent(of: folder))
    }
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
      throw FileStoreError(
        path: path, operation: "stat", errno: ENOTDIR, message: "this is a file, not a folder; choose another name")
    }
  }

  /// Writes a new file.
  public func write(
    _ path: String, _ body: (_ write: (UnsafeRawBufferPointer) throws -> Void) throws -> Void
  ) throws {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw Self.failure(path, "open") }
    defer { close(descriptor) }
    try body { bytes in
      var rest = bytes
      while !rest.isEmpty {
        let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
        if count < 0 {
          if errno == EINTR { continue }
          throw Self.failure(path, "write")
        }
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      }
    }
    guard fsync(descriptor) == 0 else { throw Self.failure(path, "fsync") }
  }

  /// Gives a file a second name.
  public func link(_ path: String, to newPath: String) throws(FileStoreError) -> Bool {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { throw Self.failure(path, "open") }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw Self.failure(path, "fsync") }
    if Glibc.link(path, newPath) == 0 { return true }
    // File systems without links refuse with EPERM; copying works there, too.
    guard errno == EXDEV || errno == EPERM || errno == ENOTSUP else { throw Self.failure(newPath, "link") }
    return false
  }

  /// Gives a file another name.
  public func rename(_ path: String, to newPath: String) throws(FileStoreError) {
    // Names are unique, so that checking beforehand is enough against mistakes.
    guard attributes(of: newPath) == nil else {
      throw FileStoreError(
        path: newPath, operation: "rename", errno: EEXIST, isExisting: true, message: "this name is taken")
    }
    guard Glibc.rename(path, newPath) == 0 else { throw Self.failure(newPath, "rename") }
  }

  /// Makes sure that a folder's names last.
  public func syncFolder(_ path: String) throws(FileStoreError) {
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Self.failure(path, "open") }
    defer { close(descriptor) }
    // Some file systems cannot sync a folder; the names have been given all the same.
    guard fsync(descriptor) == 0 || errno == EINVAL else { throw Self.failure(path, "fsync") }
  }

  /// Removes a file.
  public func remove(_ path: String) throws(FileStoreError) {
    guard unlink(path) == 0 || errno == ENOENT else { throw Self.failure(path, "unlink") }
  }

  /// Removes an empty folder.
  public func removeFolder(_ path: String) throws(FileStoreError) {
    guard rmdir(path) == 0 || errno == ENOENT || errno == ENOTEMPTY || errno == EEXIST else {
      throw Self.failure(path, "rmdir")
    }
  }

  /// The names in a folder.
  public func names(in folder: String) -> [String] { FolderNames.all(in: folder).filter { $0 != "." && $0 != ".." } }

  /// What is known of a file.
  public func attributes(of path: String) -> FileAttributes? {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    return FileAttributes(
      size: Int64(status.st_size), device: UInt64(status.st_dev), inode: UInt64(status.st_ino),
      linkCount: UInt64(status.st_nlink),
      modificationNanoseconds: Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec),
      isRegular: status.st_mode & S_IFMT == S_IFREG)
  }

  /// Takes a folder.
  public func lockFolder(_ path: String) throws(FileStoreError) -> (any FolderLock)? {
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      throw Self.failure(path, "open")
    }
    // Without locks nobody can tell whose it is, so that nobody may sweep it.
    guard FileLock.take(descriptor, named: path) == .held else {
      close(descriptor)
      return nil
    }
    return DescriptorLock(descriptor)
  }

  private final class DescriptorLock: FolderLock {
    private let descriptor: Int32
    init(_ descriptor: Int32) { self.descriptor = descriptor }
    deinit { close(descriptor) }
  }

  private static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  private static func failure(_ path: String, _ operation: String) -> FileStoreError {
    let number = errno
    let advice =
      switch number {
      case ENOSPC, EDQUOT: "the disk is full; free some space"
      case EACCES, EPERM, EROFS: "this may not be written or read; change its permissions or choose another folder"
      case ENOENT: "there is no such file or folder; check the name"
      case ENOTDIR: "a part of this path is a file, not a folder; choose another"
      default: String(cString: strerror(number))
      }
    return FileStoreError(path: path, operation: operation, errno: number, message: advice)
  }
}
