/// A file or folder under a lock, for as long as this is held.
package final class LockedFile: Sendable {
  /// The outcome of locking the file.
  package let outcome: Descriptor.Lock
  private let file: Descriptor

  /// Opens a file or folder and locks it, without waiting.
  /// - Throws: ``SystemError`` when it cannot be opened.
  package init(_ path: String, _ flags: Int32) throws(SystemError) {
    let file = try Descriptor(opening: path, flags)
    outcome = file.lock(named: path)
    self.file = file
  }
}
