import CLinux
import Glibc

/// Files on disk: written under a temporary name in the same folder, synced, then given their name.
///
/// Killed at any instant, it leaves whole files or hidden temporary ones, which ``sweep(_:)`` removes. An
/// existing file is never replaced.
public struct AtomicFileStore: FileStore {
  /// A store on the real file system.
  public init() {}

  static let prefix = ".livecam-"
  static let suffix = ".tmp"

  /// Whether there is anything under that name.
  public func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  /// Writes a new file.
  public func create(
    _ path: String, _ body: (_ write: (UnsafeRawBufferPointer) throws -> Void) throws -> Void
  ) throws {
    if exists(path) { throw Self.existing(path) }
    let folder = Self.folder(of: path)
    let (temporary, descriptor) = try Self.openTemporary(for: path, in: folder)
    do {
      defer { close(descriptor) }
      try body { try Self.writeAll($0, to: descriptor, path: path) }
      guard fsync(descriptor) == 0 else { throw Self.failure(path, "fsync") }
      try Self.publish(temporary, as: path)
    } catch {
      unlink(temporary)
      throw error
    }
    do {
      try Self.syncFolder(folder)
    } catch {
      unlink(path)
      throw error
    }
  }

  /// Removes what an earlier process left half written in a folder; returns the names.
  @discardableResult
  public func sweep(_ folder: String) -> [String] {
    FolderNames.all(in: folder).filter { $0.hasPrefix(Self.prefix) && $0.hasSuffix(Self.suffix) }.sorted()
      .filter { FileLock.removeIfAbandoned(folder + "/" + $0) }
  }

  /// A new file under a hidden name of its own. Its lock tells sweeps that it is being written, and ends with the
  /// descriptor.
  private static func openTemporary(
    for path: String, in folder: String
  ) throws -> (temporary: String, descriptor: Int32) {
    // A name can be taken by another thread, or by a file that a process of the same number left behind.
    for attempt in 0..<100 {
      let temporary = folder + "/" + prefix + name(of: path) + "-\(getpid())-\(attempt)" + suffix
      let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
      if descriptor < 0 {
        if errno == EEXIST { continue }
        throw failure(path, "open")
      }
      // Without locks nobody can sweep it away either.
      if FileLock.take(descriptor, named: temporary) != .taken { return (temporary, descriptor) }
      // A sweep has found it between its opening and its locking, and removes it.
      close(descriptor)
    }
    errno = EEXIST
    throw failure(path, "open")
  }

  private static func publish(_ temporary: String, as path: String) throws {
    var status = clinux_rename_exclusively(temporary, path)
    if status != 0, errno == EINVAL || errno == ENOSYS {
      // A file system that cannot rename exclusively can still link exclusively.
      status = link(temporary, path)
      if status == 0 { unlink(temporary) }
    }
    if status != 0 { throw errno == EEXIST ? existing(path) : failure(path, "rename") }
  }

  static func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32, path: String) throws {
    var rest = bytes
    while !rest.isEmpty {
      let written = write(descriptor, rest.baseAddress, rest.count)
      if written < 0 {
        if errno == EINTR { continue }
        throw failure(path, "write")
      }
      rest = UnsafeRawBufferPointer(rebasing: rest[written...])
    }
  }

  private static func syncFolder(_ folder: String) throws {
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure(folder, "open") }
    defer { close(descriptor) }
    // Some file systems cannot sync a folder; the rename has been done all the same.
    guard fsync(descriptor) == 0 || errno == EINVAL else { throw failure(folder, "fsync") }
  }

  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  private static func name(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
  }

  private static func existing(_ path: String) -> FileStoreError {
    FileStoreError(
      path: path, operation: "create", errno: EEXIST, isExisting: true,
      message: "a file of this name exists already and was left as it is; choose another name")
  }

  private static func failure(_ path: String, _ operation: String) -> FileStoreError {
    let number = errno
    let advice =
      switch number {
      case ENOSPC, EDQUOT: "the disk is full; free some space or choose another folder"
      case EACCES, EPERM, EROFS: "this folder cannot be written to; choose another or change its permissions"
      case ENOENT, ENOTDIR: "the folder does not exist; create it first"
      default: String(cString: strerror(number))
      }
    return FileStoreError(path: path, operation: operation, errno: number, message: advice)
  }
}
