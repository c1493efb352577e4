import CLinux
import Glibc

/// A file on its way: under a temporary name in the folder where it will be, then under its own.
///
/// Its lock tells sweeps that it is being written, and ends with the descriptor. Pieces are put together and given to the
/// system in portions: a movie has hundreds of them, of a few hundred bytes each.
struct StagedFile {
  static let prefix = ".livecam-"
  static let suffix = ".tmp"
  /// The disk is given so many bytes at a time.
  private static let portion = 1 << 20
  /// A piece of so many bytes is written as it is: copying it would cost more than a call.
  private static let largePiece = portion / 4

  let path: String
  private let temporary: String
  private var descriptor: Int32
  private var isPublished = false
  /// Bytes that the disk has been given, and those that it has not.
  private var (sent, waiting) = (0, 0)
  /// Pieces that the system has not been given, one behind the other.
  private var gathered: [UInt8] = []

  /// A new, empty file under a hidden name of its own.
  init(_ path: String) throws {
    self.path = path
    let start = Self.folder(of: path) + "/" + Self.prefix + Self.name(of: path) + "-\(getpid())-"
    // A name can be taken by another thread, or by a file that a process of the same number left behind.
    for attempt in 0..<100 {
      let temporary = start + "\(attempt)" + Self.suffix
      let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
      if descriptor < 0 {
        if errno == EEXIST { continue }
        throw Self.failure(path, "open")
      }
      // Without locks nobody can sweep it away either.
      if FileLock.take(descriptor, named: temporary) != .taken {
        self.temporary = temporary
        self.descriptor = descriptor
        return
      }
      // A sweep has found it between its opening and its locking, and removes it.
      close(descriptor)
    }
    errno = EEXIST
    throw Self.failure(path, "open")
  }

  /// Adds bytes. They may wait for others; then what goes wrong with them is thrown later, at the end at the latest.
  mutating func write(_ bytes: UnsafeRawBufferPointer) throws {
    if gathered.count + bytes.count > Self.portion || bytes.count >= Self.largePiece { try giveGathered() }
    guard bytes.count < Self.largePiece else { return try give(bytes) }
    // A file of one piece needs no more than that. One of many would grow, and each time be copied to fresh pages.
    if !gathered.isEmpty, gathered.count + bytes.count > gathered.capacity { gathered.reserveCapacity(Self.portion) }
    gathered.append(contentsOf: bytes)
  }

  private mutating func give(_ bytes: UnsafeRawBufferPointer) throws {
    try Self.writeAll(bytes, to: descriptor, path: path)
    waiting += bytes.count
    if waiting >= Self.portion { beginWriting() }
  }

  private mutating func giveGathered() throws {
    guard !gathered.isEmpty else { return }
    // Taken out for the call, and back for its memory: the next portion is as large as this one.
    var bytes = gathered
    gathered = []
    try bytes.withUnsafeBytes { try give($0) }
    bytes.removeAll(keepingCapacity: true)
    gathered = bytes
  }

  /// Has the disk begin with everything, so that the wait at the end is short.
  mutating func sendToDisk() throws {
    try giveGathered()
    gathered = []
    beginWriting()
  }

  private mutating func beginWriting() {
    clinux_begin_writing(descriptor, Int64(sent), Int64(waiting))
    (sent, waiting) = (sent + waiting, 0)
  }

  /// Sets the date of last change, which writing would change again.
  mutating func setDate(nanoseconds: Int64) throws {
    try giveGathered()
    let second: Int64 = 1_000_000_000
    // Before 1970 the rest is still counted forwards.
    let rest = (nanoseconds % second + second) % second
    let time = timespec(tv_sec: Int((nanoseconds - rest) / second), tv_nsec: Int(rest))
    let status = [time, time].withUnsafeBufferPointer { futimens(descriptor, $0.baseAddress!) }  // two elements
    // A file system that keeps no such dates has the file all the same.
    guard status == 0 || errno == EINVAL || errno == EPERM || errno == ENOSYS else {
      throw Self.failure(path, "futimens")
    }
  }

  /// Waits until everything is on the disk.
  mutating func sync() throws {
    try giveGathered()
    guard fsync(descriptor) == 0 else { throw Self.failure(path, "fsync") }
  }

  /// Gives the file its name, which nothing else may have.
  mutating func publish() throws {
    var status = clinux_rename_exclusively(temporary, path)
    if status != 0, errno == EINVAL || errno == ENOSYS {
      // A file system that cannot rename exclusively can still link exclusively.
      status = link(temporary, path)
      if status == 0 { unlink(temporary) }
    }
    if status != 0 { throw errno == EEXIST ? Self.existing(path) : Self.failure(path, "rename") }
    isPublished = true
    close(descriptor)
    descriptor = -1
  }

  /// Removes the file, whatever name it has by now.
  mutating func discard() {
    unlink(isPublished ? path : temporary)
    if descriptor >= 0 { close(descriptor) }
    descriptor = -1
  }

  static func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32, path: String) throws {
    var rest = bytes
    while !rest.isEmpty {
      let written = Glibc.write(descriptor, rest.baseAddress, rest.count)
      if written < 0 {
        if errno == EINTR { continue }
        throw failure(path, "write")
      }
      rest = UnsafeRawBufferPointer(rebasing: rest[written...])
    }
  }

  static func syncFolder(_ folder: String) throws {
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure(folder, "open") }
    defer { close(descriptor) }
    // Some file systems cannot sync a folder; the rename has been done all the same.
    guard fsync(descriptor) == 0 || errno == EINVAL else { throw failure(folder, "fsync") }
  }

  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  private static func name(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
  }

  static func existing(_ path: String) -> FileStoreError {
    FileStoreError(
      path: path, operation: "create", errno: EEXIST, isExisting: true,
      message: "a file of this name exists already and was left as it is; choose another name")
  }

  static func failure(_ path: String, _ operation: String) -> FileStoreError {
    let number = errno
    let advice =
      switch number {
      case ENOSPC, EDQUOT: "the disk is full; free some space or choose another folder"
      case EACCES, EPERM, EROFS: "this folder cannot be written to; choose another or change its permissions"
      case ENOENT: "the folder does not exist; create it first"
      case ENOTDIR: "a part of this path is a file, not a folder; choose another folder"
      default: String(cString: strerror(number))
      }
    return FileStoreError(path: path, operation: operation, errno: number, message: advice)
  }
}
