import Glibc
import MediaCore
import SystemCalls

/// A file of a bundle that grows while it is recorded, and is closed when it is let go of. For one thread at a time.
final class FixtureFile {
  let path: String
  private(set) var count = 0
  private let file: Descriptor

  init(_ path: String) throws(FixtureError) {
    self.path = path
    file = try FixtureError.about(
      path, "the file cannot be made", try Descriptor(opening: path, O_WRONLY | O_CREAT | O_EXCL))
  }

  /// Adds bytes, or replaces those at an offset, which were written before.
  func write(_ bytes: UnsafeRawBufferPointer, at offset: Int? = nil) throws(FixtureError) {
    try FixtureError.about(path, "the file cannot be written to", try file.write(bytes, at: offset ?? count))
    if offset == nil { count += bytes.count }
  }

  func write(_ bytes: [UInt8], at offset: Int? = nil) throws(FixtureError) {
    try bytes.span.bytes.withUnsafeBytes { (bytes) throws(FixtureError) in try write(bytes, at: offset) }
  }

  func sync() throws(FixtureError) {
    try FixtureError.about(path, "the file cannot be completed", try file.sync())
  }
}
