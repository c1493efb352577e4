import CV4L2

/// A namespace for finding the begin and the end of a JPEG in a buffer that may be padded.
enum JPEGExtent {
  // The bytes from the start to the end marker; nil if either is missing. Cameras pad with anything behind the end,
  // and the marker cannot occur inside a picture's data, so the last one in the buffer counts.
  static func whole(in bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
    guard bytes.count >= 4, bytes[0] == 0xff, bytes[1] == 0xd8, let start = bytes.baseAddress else { return nil }
    var end = bytes.count
    // The library's search is fast over long paddings, where a loop here would not be.
    while end >= 4, let found = memrchr(start + 2, 0xd9, end - 2) {
      let offset = UnsafeRawPointer(found) - start
      if bytes[offset - 1] == 0xff, offset >= 3 { return UnsafeRawBufferPointer(rebasing: bytes[0...offset]) }
      end = offset
    }
    return nil
  }
}
