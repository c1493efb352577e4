import ByteCoding
import MediaCore

extension JPEGFile {
  /// The first byte past the picture's end marker, found by walking through its scans; `nil` if it breaks off.
  func endOfImage() throws(CodingError) -> Int? {
    var pages = BytePages(source)
    var position = scanStart
    while let found = try pages.next(0xff, from: position) {
      guard let code = try pages.byte(at: found + 1) else { return nil }
      switch code {
      case 0, 0xff, 0x01, 0xd0...0xd7: position = found + (code == 0xff ? 1 : 2)
      case 0xd9: return found + 2
      case 0xd8: return nil
      default:
        guard let high = try pages.byte(at: found + 2), let low = try pages.byte(at: found + 3) else { return nil }
        position = found + 2 + max(2, Int(high) << 8 | Int(low))
      }
    }
    return nil
  }
}
