/// Reads numbers of any width from a NAL unit, the most significant bit first.
///
/// Stands for ITU-T H.264, 7.3.1 and 9.1, and H.265, 7.3.1 and 9.2. What lies behind the end reads as ones, so that no
/// code goes on forever; ``isPastEnd`` tells.
struct BitReader {
  private let bytes: [UInt8]
  private var position = 0

  /// Reads a unit from behind its header of `headerBytes`, up to `limit` bytes of it; the bytes that keep its contents
  /// from looking like start codes are left out.
  init(_ unit: some Collection<UInt8>, headerBytes: Int, limit: Int) {
    bytes = ConfigurationRecord.withoutEmulationPrevention(unit.dropFirst(headerBytes).prefix(limit))
  }

  /// Indicates whether more was read than there is.
  var isPastEnd: Bool { position > bytes.count * 8 }

  mutating func flag() -> Bool { bits(1) == 1 }

  mutating func bits(_ count: Int) -> Int {
    (0..<count).reduce(0) { value, _ in
      defer { position += 1 }
      let byte = position / 8 < bytes.count ? bytes[position / 8] : 0xff
      return value << 1 | Int(byte >> (7 - UInt8(position % 8))) & 1
    }
  }

  mutating func skip(_ count: Int) { position += count }

  /// The next number in Exp-Golomb's code, which is below 2^31.
  mutating func number() -> Int {
    var zeros = 0
    while zeros < 31, !flag() { zeros += 1 }
    return (1 << zeros | bits(zeros)) - 1
  }

  /// The next number in the code of those with a sign.
  mutating func signedNumber() -> Int {
    let number = number()
    return number & 1 == 1 ? number / 2 + 1 : -(number / 2)
  }
}
