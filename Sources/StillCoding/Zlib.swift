import CZlib

/// zlib's format, as PNG compresses texts by it.
enum Zlib {
  /// Returns the unpacked bytes, or `nil` for damaged data and for more than `limit` bytes.
  static func unpacked(_ packed: ArraySlice<UInt8>, atMost limit: Int) -> [UInt8]? {
    inflated(packed, atMost: limit, windowBits: 15)
  }

  /// Returns the unpacked bytes of data with the header of zlib or of gzip, or with none; `nil` for damaged data and
  /// for more than `limit` bytes.
  static func inflated(_ packed: ArraySlice<UInt8>, atMost limit: Int) -> [UInt8]? {
    // 15 is the largest window, 32 asks for either header, a negative one for none.
    inflated(packed, atMost: limit, windowBits: 15 + 32) ?? inflated(packed, atMost: limit, windowBits: -15)
  }

  private static func inflated(_ packed: ArraySlice<UInt8>, atMost limit: Int, windowBits: Int32) -> [UInt8]? {
    var stream = z_stream()
    guard inflateInit2_(&stream, windowBits, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
      return nil
    }
    defer { inflateEnd(&stream) }
    var input = Array(packed)
    var result: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    return input.withUnsafeMutableBufferPointer { input in
      stream.next_in = input.baseAddress
      stream.avail_in = UInt32(clamping: input.count)
      while true {
        var status = Z_OK
        let filled = chunk.withUnsafeMutableBufferPointer { chunk in
          stream.next_out = chunk.baseAddress
          stream.avail_out = UInt32(chunk.count)
          status = inflate(&stream, Z_NO_FLUSH)
          return chunk.count - Int(stream.avail_out)
        }
        guard status == Z_OK || status == Z_STREAM_END, filled <= limit - result.count else { return nil }
        result += chunk[..<filled]
        if status == Z_STREAM_END { return result }
        if filled == 0 { return nil }
      }
    }
  }
}
