/// Checksums of bytes, computed here for modules that link no library, such as the sessions that keep frames of
/// deferred stills: whoever links zlib uses its `crc32_z`. None is a defence against forgery.
package enum Checksum {
  /// Entry `256 * k + byte` is the remainder of a byte that `k` others follow.
  private static let table: [UInt32] = {
    var table: [UInt32] = []
    for byte in UInt32(0)..<256 {
      var rest = byte
      for _ in 0..<8 { rest = rest & 1 == 1 ? (rest >> 1) ^ 0xedb8_8320 : rest >> 1 }
      table.append(rest)
    }
    for index in 256..<2048 {
      let rest = table[index - 256]
      table.append((rest >> 8) ^ table[Int(rest & 0xff)])
    }
    return table
  }()

  /// Returns the CRC-32 of bytes, as zlib, gzip and PNG have it.
  ///
  /// Every damage is found that lies within 32 bits that follow one another, any other with all but one chance in 2³².
  package static func crc32(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
    table.withUnsafeBufferPointer { table in
      var rest = UInt32.max
      var place = 0
      // Eight bytes at a time, which is several times as fast as one by one.
      while place + 8 <= bytes.count {
        let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)) ^ UInt64(rest)
        rest = 0
        for byte in 0..<8 { rest ^= table[(7 - byte) << 8 | Int((word >> UInt64(8 * byte)) & 0xff)] }
        place += 8
      }
      while place < bytes.count {
        rest = (rest >> 8) ^ table[Int((rest ^ UInt32(bytes[place])) & 0xff)]
        place += 1
      }
      return ~rest
    }
  }

  /// Returns the 64 bits of FNV-1a of bytes that follow those of which it is `before`: enough to tell texts and files
  /// apart.
  package static func fnv1a(_ bytes: some Sequence<UInt8>, before: UInt64 = 0xcbf2_9ce4_8422_2325) -> UInt64 {
    bytes.reduce(before) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }
}
