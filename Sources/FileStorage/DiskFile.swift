import ByteCoding
import SystemCalls

/// A file that is open for reading, as long as this lives.
final class DiskFile: ByteSource {
  let name: String
  let count: Int
  private let file: Descriptor

  init(_ file: consuming Descriptor, name: String, count: Int) {
    (self.name, self.count) = (name, count)
    self.file = file
  }

  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(ByteError) {
    try checkRead(of: buffer.count, at: offset)
    var done = 0
    while done < buffer.count {
      let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
      let got: Int
      do throws(SystemError) { got = try file.read(into: rest, at: offset + done) } catch {
        throw ByteError(
          .unreadable, position: offset + done, message: "\(name) cannot be read: \(error.advice).",
          underlying: FileStoreError(name, error))
      }
      guard got > 0 else {
        throw ByteError(.outOfRange, position: offset + done, message: "\(name) was cut short while it was read.")
      }
      done += got
    }
  }
}
