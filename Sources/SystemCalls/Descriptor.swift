import CLinux
package import Glibc
import MediaCore

/// The owner of an open file descriptor, which is closed when the owner goes.
package struct Descriptor: ~Copyable, Sendable {
  /// The descriptor, for calls that are not among these; valid as long as its owner lives.
  package let number: Int32

  /// Takes over the descriptor that a call has returned.
  /// - Throws: ``SystemError`` if the call returned none, with the number that the system has just set.
  package init(_ result: Int32, from operation: String) throws(SystemError) {
    number = try SystemError.check(operation, result)
  }

  /// Opens a file, which programs that are started meanwhile do not inherit.
  /// - Throws: ``SystemError``.
  package init(opening path: String, _ flags: Int32, mode: mode_t = 0o644) throws(SystemError) {
    try self.init(open(path.systemPath, flags | O_CLOEXEC, mode), from: "open")
  }

  // close is not tried again: after EINTR Linux has closed the descriptor, and its number may be another's by now.
  deinit { Glibc.close(number) }

  /// Closes it now, and not when its owner goes.
  package consuming func close() {}

  /// Writes all bytes, at the file's position or at an offset from its beginning.
  /// - Throws: ``SystemError``; a part of the bytes may have been written.
  package func write(_ bytes: UnsafeRawBufferPointer, at offset: Int? = nil) throws(SystemError) {
    try Self.write(bytes, to: number, at: offset)
  }

  /// Writes all bytes to a descriptor that somebody else owns, such as standard output.
  /// - Throws: ``SystemError``; a part of the bytes may have been written.
  package static func write(
    _ bytes: UnsafeRawBufferPointer, to number: Int32, at offset: Int? = nil
  ) throws(SystemError) {
    var done = 0
    while done < bytes.count {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
      let count =
        if let offset {
          pwrite(number, rest.baseAddress, rest.count, off_t(offset + done))
        } else {
          Glibc.write(number, rest.baseAddress, rest.count)
        }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw SystemError("write", count < 0 ? errno : EIO) }
      done += count
    }
  }

  /// Writes all of an array's bytes at the file's position.
  /// - Throws: ``SystemError``; a part of the bytes may have been written.
  package func write(_ bytes: [UInt8]) throws(SystemError) { try Self.write(bytes, to: number) }

  /// Writes all of an array's bytes to a descriptor that somebody else owns, such as standard output.
  /// - Throws: ``SystemError``; a part of the bytes may have been written.
  package static func write(_ bytes: [UInt8], to number: Int32) throws(SystemError) {
    try bytes.span.bytes.withUnsafeBytes { (bytes) throws(SystemError) in try write(bytes, to: number) }
  }

  /// Reads at most as many bytes as the buffer holds, at the file's position or at an offset from its beginning;
  /// returns how many, 0 at the end.
  /// - Throws: ``SystemError``.
  package func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int? = nil) throws(SystemError) -> Int {
    while true {
      let count =
        if let offset {
          pread(number, buffer.baseAddress, buffer.count, off_t(offset))
        } else {
          Glibc.read(number, buffer.baseAddress, buffer.count)
        }
      if count >= 0 { return count }
      guard errno == EINTR else { throw SystemError("read") }
    }
  }

  /// Reads from the file's position to its end, or until nobody writes to the pipe any more.
  /// - Throws: ``SystemError``.
  package func readToEnd() throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    let buffer = OwnedBuffer<UInt8>(count: 1 << 16)
    while true {
      let count = try read(into: buffer.bytes)
      guard count > 0 else { return bytes }
      bytes += buffer.elements[..<count]
    }
  }

  /// Starts writing a range of the file to the disk, without waiting. ``sync()`` does what this leaves undone.
  package func beginWriting(_ range: Range<Int>) {
    clinux_begin_writing(number, Int64(range.lowerBound), Int64(range.count))
  }

  /// Waits until everything is on the disk.
  /// - Throws: ``SystemError``.
  package func sync() throws(SystemError) { try SystemError.check("fsync", fsync(number)) }

  /// Returns the system's status of the file.
  /// - Throws: ``SystemError``.
  package func status() throws(SystemError) -> stat {
    var status = stat()
    try SystemError.check("fstat", fstat(number, &status))
    return status
  }

  /// The outcome of an attempt to lock a file.
  package enum Lock: Sendable {
    /// The lock is this descriptor's, until it is closed.
    case held
    /// Another process has it, or has just removed the file.
    case taken
    /// The file system has no locks; nobody can tell.
    case unsupported
  }

  /// Locks the file or folder of that path, which this is a descriptor of, without waiting. The lock ends with its
  /// process at the latest, and so tells the files of living processes from those that dead ones have left.
  package func lock(named path: String) -> Lock {
    guard flock(number, LOCK_EX | LOCK_NB) == 0 else { return errno == EWOULDBLOCK ? .taken : .unsupported }
    // Between opening and locking the file may have been removed: then the lock holds nothing.
    var (held, named) = (stat(), stat())
    let isSame =
      fstat(number, &held) == 0 && lstat(path.systemPath, &named) == 0 && held.st_ino == named.st_ino
      && held.st_dev == named.st_dev
    return isSame ? .held : .taken
  }

  /// The first bytes of a small file, such as the kernel's about a device; `nil` if it cannot be read.
  package static func bytes(of path: String, limit: Int = 256) -> [UInt8]? {
    // What the kernel does not tell is unknown, for whatever reason.
    guard let file = try? Descriptor(opening: path, O_RDONLY) else { return nil }
    var bytes = [UInt8](repeating: 0, count: limit)
    // So is what it lets nobody read.
    guard let count = try? bytes.withUnsafeMutableBytes({ try file.read(into: $0) }) else { return nil }
    return Array(bytes.prefix(count))
  }
}
