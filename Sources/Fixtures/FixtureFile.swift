import Glibc

/// A file of a bundle that grows while it is recorded. For one thread at a time.
final class FixtureFile {
  let path: String
  /// The bytes written so far.
  private(set) var count = 0
  private var descriptor: Int32

  /// A new, empty file.
  init(_ path: String) throws(FixtureError) {
    self.path = path
    descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw FixtureBundle.failure(path, "the file cannot be made") }
  }

  deinit { close() }

  func append(_ bytes: UnsafeRawBufferPointer) throws(FixtureError) {
    try write(bytes, at: count)
    count += bytes.count
  }

  func append(_ bytes: [UInt8]) throws(FixtureError) {
    try write(bytes, at: count)
    count += bytes.count
  }

  /// Replaces bytes that were written before.
  func patch(_ bytes: [UInt8], at offset: Int) throws(FixtureError) {
    try write(bytes, at: offset)
  }

  /// Waits until everything is on the disk.
  func sync() throws(FixtureError) {
    guard fsync(descriptor) == 0 else { throw FixtureBundle.failure(path, "the file cannot be completed") }
  }

  func close() {
    if descriptor >= 0 { Glibc.close(descriptor) }
    descriptor = -1
  }

  private func write(_ bytes: [UInt8], at offset: Int) throws(FixtureError) {
    // withUnsafeBytes rethrows untyped errors, so the typed one is carried out by hand.
    var failure: FixtureError?
    bytes.withUnsafeBytes { bytes in
      do throws(FixtureError) { try write(bytes, at: offset) } catch { failure = error }
    }
    if let failure { throw failure }
  }

  private func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(FixtureError) {
    guard let start = bytes.baseAddress else { return }
    var done = 0
    while done < bytes.count {
      let written = pwrite(descriptor, start + done, bytes.count - done, off_t(offset + done))
      guard written > 0 else {
        if written < 0, errno == EINTR { continue }
        throw FixtureBundle.failure(path, "the file cannot be written to")
      }
      done += written
    }
  }
}
