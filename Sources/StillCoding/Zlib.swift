import CZlib

/// zlib's format, as PNG compresses texts by it.
enum Zlib {
  /// What was packed, or `nil` for damaged data and for more than `limit` bytes.
  static func unpacked(_ packed: ArraySlice<UInt8>, atMost limit: Int) -> [UInt8]? {
    // Deflate makes no more than 1032 bytes of one.
    var room = min(limit, max(1024, packed.count * 4))
    let most = min(limit, packed.count * 1032 + 64)
    while true {
      var count = UInt(room)
      var status = Z_OK
      let bytes = [UInt8](unsafeUninitializedCapacity: room) { buffer, filled in
        packed.withUnsafeBufferPointer { input in
          status = uncompress(buffer.baseAddress, &count, input.baseAddress, UInt(input.count))
        }
        filled = status == Z_OK ? Int(count) : 0
      }
      if status == Z_OK { return bytes }
      guard status == Z_BUF_ERROR, room < most else { return nil }
      room = min(most, room * 4)
    }
  }
}
