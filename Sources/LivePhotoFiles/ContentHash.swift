import ByteCoding
import MediaCore

/// A number of 128 bits that depends on all bytes of some sources, fast to come by: for identifiers that are the same
/// whenever the same files are put together. It withstands chance, not malice.
struct ContentHash {
  private var first: UInt64 = 0x9e37_79b9_7f4a_7c15
  private var second: UInt64 = 0xc2b2_ae3d_27d4_eb4f

  /// The number of bytes read at once: a multiple of the 16 that are mixed at once.
  private static let portion = 1 << 18

  /// Takes in a whole source. `progress` hears how many bytes each portion has.
  mutating func add(_ source: any ByteSource, progress: (Int) throws -> Void) throws {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: min(Self.portion, source.count), alignment: 16)
    defer { buffer.deallocate() }
    var position = 0
    while position < source.count {
      let part = UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(source.count - position))
      try source.read(at: position, into: part)
      mix(UnsafeRawBufferPointer(part))
      position += part.count
      try progress(part.count)
    }
    // Two sources one behind the other differ from one with all the bytes.
    mix(UInt64(source.count), ~0)
  }

  /// A version 8 UUID of the number (RFC 9562, 5.8).
  var identifier: PairIdentifier {
    var copy = self
    copy.mix(1, 2)
    copy.mix(3, 4)
    let high = copy.first & ~0xf000 | 0x8000
    let low = copy.second & ~(0b11 << 62) | 0b10 << 62
    func hex(_ value: UInt64) -> [Character] {
      let text = String(value, radix: 16)
      return Array(String(repeating: "0", count: 16 - text.count) + text)
    }
    let digits = hex(high) + hex(low)
    let groups = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }
    return PairIdentifier(uuidString: groups.joined(separator: "-"))!  // 32 hexadecimal digits in a UUID's groups
  }

  private mutating func mix(_ bytes: UnsafeRawBufferPointer) {
    var offset = 0
    while offset + 16 <= bytes.count {
      mix(
        UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)),
        UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset + 8, as: UInt64.self)))
      offset += 16
    }
    guard offset < bytes.count else { return }
    var rest: (UInt64, UInt64) = (0, 0)
    for (index, byte) in bytes[offset...].enumerated() {
      if index < 8 { rest.0 |= UInt64(byte) << (8 * index) } else { rest.1 |= UInt64(byte) << (8 * (index - 8)) }
    }
    mix(rest.0, rest.1)
  }

  private mutating func mix(_ one: UInt64, _ other: UInt64) {
    func folded(_ value: UInt64, _ factor: UInt64) -> UInt64 {
      let product = value.multipliedFullWidth(by: factor)
      return product.high ^ product.low
    }
    // A word goes into both halves, so that a fold that loses it in one keeps it in the other.
    let left = folded(first ^ one, 0xff51_afd7_ed55_8ccd) &+ other
    let right = folded(second ^ other, 0xc4ce_b9fe_1a85_ec53) &+ one
    first = left ^ (right << 29 | right >> 35)
    second = right &+ left
  }
}
