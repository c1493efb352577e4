import ArgumentParser
import FileStorage
import Glibc
import LivePhotoFiles
import MediaCore
import Synchronization
import SystemCalls

/// A file that is told line by line what is done, by one process at a time, and keeps all whole lines that it was told.
final class JournalFile: Sendable {
  private let path: String
  private let descriptor: Descriptor
  private let failure = Mutex<SystemError?>(nil)

  /// Opens a journal, or makes one where there is no file. `read` gets what it holds, and returns where its last whole
  /// line ends, and what to begin with where nothing is written.
  /// - Throws: `ExitCode`, once the reason is told: what `read` throws, that it is another process's, that it cannot be
  ///   written.
  convenience init(
    _ path: String, read: (FileBytes) throws -> (length: Int, beginning: [UInt8]?)
  ) throws(ExitCode) {
    guard let descriptor = try Self.open(path, read) else {
      throw ExitReason.fail(
        FileStoreError(
          path: path, operation: "flock", errno: EWOULDBLOCK,
          message: "another process is writing this journal; wait for it, or name another"))
    }
    self.init(path, descriptor)
  }

  /// Opens a journal that no other process is writing, or makes one.
  /// - Throws: `ExitCode`, once the reason is told.
  convenience init?(
    ifFree path: String, read: (FileBytes) throws -> (length: Int, beginning: [UInt8]?)
  ) throws(ExitCode) {
    guard let descriptor = try Self.open(path, read) else { return nil }
    self.init(path, descriptor)
  }

  private init(_ path: String, _ descriptor: consuming Descriptor) {
    self.path = path
    self.descriptor = descriptor
  }

  /// A journal that is this process's; `nil` if it is another's.
  private static func open(
    _ path: String, _ read: (FileBytes) throws -> (length: Int, beginning: [UInt8]?)
  ) throws(ExitCode) -> Descriptor? {
    do {
      let descriptor = try about(path, try Descriptor(opening: path, O_RDWR | O_CREAT | O_APPEND))
      if descriptor.lock(named: path) == .taken { return nil }
      let (length, beginning) = try read(try DiskFiles().open(path))
      // A line without its end is what a process was writing when it was killed.
      try about(path, try SystemError.check("ftruncate", ftruncate(descriptor.number, off_t(length))))
      if let beginning { try about(path, try Self.append(beginning, to: descriptor, lasts: true)) }
      try about(path, try Folder.sync(Folder.containing(path)))
      return descriptor
    } catch {
      throw ExitReason.fail(error)
    }
  }

  /// Makes sure that a journal is of the same thing as this run.
  /// - Throws: ``LivePhotoError`` with `.invalidSetting`.
  static func compare(_ other: String?, _ subject: String, _ path: String) throws(LivePhotoError) {
    guard let other, other != subject else { return }
    throw LivePhotoError(
      .invalidSetting, context: path,
      message: "This journal is of: \(other). This is: \(subject). Name another journal.")
  }

  /// Appends a line with its end. If it `lasts`, it does so even if the machine fails now.
  func append(_ line: [UInt8], lasts: Bool) {
    do throws(SystemError) { try Self.append(line, to: descriptor, lasts: lasts) } catch {
      failure.withLock { $0 = $0 ?? error }
    }
  }

  /// Removes the journal, which is not needed any more.
  /// - Throws: `FileStoreError`.
  func remove() throws(FileStoreError) { try DiskFiles().remove(path) }

  /// Makes sure that everything was written.
  /// - Throws: `FileStoreError`.
  func check() throws(FileStoreError) {
    if let error = failure.withLock(\.self) { throw FileStoreError(path, error) }
  }

  private static func append(
    _ line: [UInt8], to descriptor: borrowing Descriptor, lasts: Bool
  ) throws(SystemError) {
    // One call writes the whole line, so that those of several threads do not mix.
    try descriptor.write(line)
    if lasts { try descriptor.sync() }
  }
}
