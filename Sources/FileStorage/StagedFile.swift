import Glibc
import SystemCalls

/// A file on its way: under a temporary name in the folder where it will be, then under its own.
///
/// The process's number in the temporary name keeps processes apart that write into one folder. Its lock tells sweeps
/// that it is being written, and ends with the descriptor. Pieces are put together and given to the system in portions:
/// a movie has hundreds of them, of a few hundred bytes each.
final class StagedFile {
  static let prefix = ".livecam-"
  static let suffix = ".tmp"
  /// The disk is given so many bytes at a time.
  private static let portion = 1 << 20
  /// A piece of so many bytes is written as it is: copying it would cost more than a call.
  private static let largePiece = portion / 4

  let path: String
  private let temporary: String
  private let file: Descriptor
  private var isPublished = false
  /// Bytes that the disk has been given, and those that it has not.
  private var (sent, waiting) = (0, 0)
  /// Pieces that the system has not been given, one behind the other.
  private var gathered: [UInt8] = []

  init(_ path: String) throws(FileStoreError) {
    self.path = path
    let start = "\(Folder.containing(path))/\(Self.prefix)\(Folder.name(of: path))-\(getpid())-"
    // A name can be taken by another thread, or by a file that a process of the same number left behind.
    for attempt in 0..<100 {
      let temporary = start + "\(attempt)" + Self.suffix
      let file: Descriptor
      do throws(SystemError) {
        file = try Descriptor(opening: temporary, O_WRONLY | O_CREAT | O_EXCL)
      } catch {
        if error.number == EEXIST { continue }
        throw FileStoreError(path, error)
      }
      // A sweep may have found it between its opening and its locking, and removes it. Without locks nobody can.
      if file.lock(named: temporary) == .taken { continue }
      self.temporary = temporary
      self.file = file
      return
    }
    throw FileStoreError(path, SystemError("open", EEXIST))
  }

  /// Adds bytes. They may wait for others; then what goes wrong with them is thrown later, at the end at the latest.
  func write(_ bytes: UnsafeRawBufferPointer) throws(FileStoreError) {
    if gathered.count + bytes.count > Self.portion || bytes.count >= Self.largePiece { try giveGathered() }
    guard bytes.count < Self.largePiece else { return try give(bytes) }
    // A file of one piece needs no more than that. One of many would grow, and each time be copied to fresh pages.
    if !gathered.isEmpty, gathered.count + bytes.count > gathered.capacity { gathered.reserveCapacity(Self.portion) }
    gathered.append(contentsOf: bytes)
  }

  private func give(_ bytes: UnsafeRawBufferPointer) throws(FileStoreError) {
    try about(path, try file.write(bytes))
    waiting += bytes.count
    if waiting >= Self.portion { beginWriting() }
  }

  private func giveGathered() throws(FileStoreError) {
    guard !gathered.isEmpty else { return }
    // Taken out for the call, and back for its memory: the next portion is as large as this one.
    var bytes = gathered
    gathered = []
    try bytes.span.bytes.withUnsafeBytes { (bytes) throws(FileStoreError) in try give(bytes) }
    bytes.removeAll(keepingCapacity: true)
    gathered = bytes
  }

  /// Starts sending everything to the disk, so that the wait at the end is short.
  func sendToDisk() throws(FileStoreError) {
    try giveGathered()
    gathered = []
    beginWriting()
  }

  private func beginWriting() {
    file.beginWriting(sent..<sent + waiting)
    (sent, waiting) = (sent + waiting, 0)
  }

  /// Sets the date of last change, which writing would change again.
  func setDate(nanoseconds: Int64) throws(FileStoreError) {
    try giveGathered()
    try Self.setDate(of: file.number, at: path, nanoseconds: nanoseconds)
  }

  /// Sets the date of last change of what a descriptor's number leads to.
  static func setDate(of number: Int32, at path: String, nanoseconds: Int64) throws(FileStoreError) {
    let second: Int64 = 1_000_000_000
    // Before 1970 the rest is still counted forwards.
    let rest = (nanoseconds % second + second) % second
    let time = timespec(tv_sec: Int((nanoseconds - rest) / second), tv_nsec: Int(rest))
    let status = [time, time].withUnsafeBufferPointer { futimens(number, $0.baseAddress!) }  // two elements
    // A file system that keeps no such dates has the file all the same.
    guard status == 0 || [EINVAL, EPERM, ENOSYS].contains(errno) else {
      throw FileStoreError(path, SystemError("futimens"))
    }
  }

  func sync() throws(FileStoreError) {
    try giveGathered()
    try about(path, try file.sync())
  }

  /// Gives the file its name, which nothing else may have.
  func publish() throws(FileStoreError) {
    do throws(SystemError) { try Folder.rename(temporary, to: path) } catch {
      throw error.number == EEXIST ? .existing(path) : FileStoreError(path, error)
    }
    isPublished = true
  }

  /// Removes the file, whatever name it has by now.
  func discard() { unlink((isPublished ? path : temporary).systemPath) }
}
