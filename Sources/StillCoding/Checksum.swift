import CZlib

/// CRC-32 as zlib, gzip and PNG have it, for files whose damage has to be noticed. It is no defence against forgery.
///
/// Every damage is found that lies within 32 bits that follow one another, any other with all but one chance in 2³².
package enum Checksum {
  /// The checksum of bytes that follow those of which `before` is the checksum.
  package static func crc32(_ bytes: UnsafeRawBufferPointer, before: UInt32 = 0) -> UInt32 {
    var checksum = UInt(before)
    var rest = bytes[...]
    // zlib counts bytes with 32 bits.
    while !rest.isEmpty {
      let part = UnsafeRawBufferPointer(rebasing: rest.prefix(1 << 30))
      checksum = CZlib.crc32(checksum, part.baseAddress?.assumingMemoryBound(to: UInt8.self), UInt32(part.count))
      rest = rest.dropFirst(part.count)
    }
    return UInt32(truncatingIfNeeded: checksum)
  }
}
