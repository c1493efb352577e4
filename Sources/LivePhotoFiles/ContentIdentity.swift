import ByteCoding
import MediaCore

/// An identifier that follows from the bytes of files, so that doing the same again gives the same pair.
enum ContentIdentity {
  /// A version-8 UUID of all bytes of the sources.
  static func identifier(of sources: [any ByteSource]) throws(ByteError) -> PairIdentifier {
    var high: UInt64 = 0xcbf2_9ce4_8422_2325
    var low: UInt64 = 0x8422_2325_cbf2_9ce4
    for source in sources {
      var position = 0
      while position < source.count {
        let end = min(source.count, position + 1 << 18)
        let portion = try source.bytes(position..<end)
        portion.withUnsafeBytes { bytes in
          var index = 0
          while index + 8 <= bytes.count {
            mix(bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self).littleEndian, &high, &low)
            index += 8
          }
          while index < bytes.count {
            mix(UInt64(bytes[index]), &high, &low)
            index += 1
          }
        }
        position = end
      }
      mix(UInt64(source.count), &high, &low)
    }
    // Every bit of the one half goes into all bits of the other.
    for number in 1...4 { mix(UInt64(number), &high, &low) }
    func hex(_ value: UInt64, _ count: Int) -> String {
      let digits = String(value, radix: 16, uppercase: true)
      return String(repeating: "0", count: max(0, count - digits.count)) + digits
    }
    high = high & ~0xf000 | 0x8000
    low = low & ~(0b11 << 62) | 0b10 << 62
    let text =
      hex(high >> 32, 8) + "-" + hex(high >> 16 & 0xffff, 4) + "-" + hex(high & 0xffff, 4) + "-" + hex(low >> 48, 4)
      + "-" + hex(low & 0xffff_ffff_ffff, 12)
    guard let identifier = PairIdentifier(uuidString: text) else { preconditionFailure("a UUID of digits is none") }
    return identifier
  }

  // Multiplying and folding spreads each word over both halves, by different factors.
  private static func mix(_ word: UInt64, _ high: inout UInt64, _ low: inout UInt64) {
    let one = (high ^ word).multipliedFullWidth(by: 0x9e37_79b9_7f4a_7c15)
    let other = (low &+ word).multipliedFullWidth(by: 0xff51_afd7_ed55_8ccd)
    let folded = one.high ^ one.low
    high = (other.high ^ other.low) &+ folded
    low = folded ^ (high << 29 | high >> 35)
  }
}
