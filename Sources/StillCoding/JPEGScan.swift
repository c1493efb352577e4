import Glibc

/// The entropy-coded data of a JPEG scan.
///
/// The search is `memchr`'s, because a picture has hundreds of thousands of bytes and a loop in Swift would take
/// tens of milliseconds for each still in a debug build.
enum JPEGScan {
  /// The position of the marker that ends the scan beginning at `start`, or `nil` if the data break off first.
  ///
  /// 0xFF followed by 0 is a coded 0xFF, and restart markers belong to the scan.
  static func end(in bytes: RawSpan, from start: Int) -> Int? {
    bytes.withUnsafeBytes { buffer -> Int? in
      guard let base = buffer.baseAddress else { return nil }
      var position = start
      while position < buffer.count - 1 {
        guard let found = memchr(base + position, 0xff, buffer.count - 1 - position) else { return nil }
        position = UnsafeRawPointer(found) - base
        switch buffer[position + 1] {
        case 0, 0xd0...0xd7: position += 2
        case 0xff: position += 1
        default: return position
        }
      }
      return nil
    }
  }
}
