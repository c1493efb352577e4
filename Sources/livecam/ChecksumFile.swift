import ArgumentParser
import ByteCoding
import FileStorage
import Glibc
import LivePhotoFiles
import Synchronization
import SystemCalls

/// The file of `verify --checksums`: files are compared with what it holds, and it gets the checksums of new ones.
///
/// One process works with it at a time. It is replaced as a whole, so that it is never cut off.
final class ChecksumFile: Sendable {
  /// The checksums that it held.
  let list: ChecksumList
  private let path: String
  /// The lock, and what was read; `nil` where there is no file yet.
  private let before: (lock: LockedFile, bytes: FileBytes)?
  private let additions = Mutex(ChecksumAdditions())

  /// Reads the file, or makes sure that there can be one.
  /// - Throws: `LivePhotoError` for what is no list of checksums; `FileStoreError`.
  init(_ path: String) throws {
    // A link stays, and what it leads to is replaced.
    self.path = Folder.resolved(path) ?? path
    do throws(FileStoreError) {
      before = (try Self.lock(self.path), try DiskFiles().open(path))
    } catch {
      guard error.code == .notFound else { throw error }
      try DiskFiles().checkFolder(of: path)
      before = nil
    }
    if let before, before.bytes.count == 0 {
      // A list that was lost must not be taken for a new one: whatever is damaged by now would be taken in as it is.
      throw FileStoreError(
        path: path, operation: "read", errno: ENODATA,
        message: "the list of checksums is empty; restore it, or remove it if a new one is to be made")
    }
    list = try ChecksumList(before?.bytes, from: Folder.resolved(".") ?? "/")
  }

  private static func lock(_ path: String) throws(FileStoreError) -> LockedFile {
    let lock: LockedFile
    do throws(SystemError) { lock = try LockedFile(path, O_RDONLY) } catch { throw FileStoreError(path, error) }
    guard lock.outcome != .taken else {
      throw FileStoreError(
        path: path, operation: "flock", errno: EWOULDBLOCK,
        message: "another process is working with these checksums; wait for it, or name another file")
    }
    return lock
  }

  /// Takes in the lines that a unit leads to.
  func add(_ checksums: [FileChecksum]) { additions.withLock { $0.add(checksums) } }

  /// Takes in the lines that a journal holds, but for those of files that the list has by now.
  func add(_ earlier: ChecksumAdditions) throws {
    let missing = try earlier.without(list)
    additions.withLock { $0 = missing }
  }

  /// Adds the new lines to the file, behind what it holds.
  /// - Throws: `FileStoreError`; `ByteError`.
  func save() throws {
    let lines = additions.withLock(\.bytes)
    guard !lines.isEmpty else { return }
    // Whoever has made it meanwhile keeps it.
    guard let old = before?.bytes else { return try DiskFiles().create(path, lines) }
    let status: stat
    do throws(SystemError) { status = try Folder.status(of: path) } catch { throw FileStoreError(path, error) }
    guard UInt64(status.st_ino) == old.inode, Int(status.st_size) == old.count else {
      throw FileStoreError(
        path: path, operation: "rename", errno: EBUSY,
        message: "it was changed while files were compared with it, and stays as it is now; begin again")
    }
    var rope = ByteRope(old)
    if old.count > 0, try old.bytes(old.count - 1..<old.count) != [UInt8(ascii: "\n")] {
      rope.append([UInt8(ascii: "\n")])
    }
    rope.append(lines)
    try replace(by: rope, mode: status.st_mode & 0o7777)
  }

  private func replace(by rope: ByteRope, mode: mode_t) throws {
    let folder = Folder.containing(path)
    let next = "\(folder)/.livecam-\(Folder.name(of: path))-\(getpid()).tmp"
    try DiskFiles().create(next) { try rope.write($0) }
    do throws(SystemError) {
      try SystemError.check("chmod", chmod(next.systemPath, mode))
      // `DiskFiles` never replaces a file.
      try SystemError.check("rename", Glibc.rename(next.systemPath, path.systemPath))
      try Folder.sync(folder)
    } catch {
      unlink(next.systemPath)
      throw FileStoreError(path, error)
    }
  }
}
