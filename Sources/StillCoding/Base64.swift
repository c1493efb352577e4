/// Base64 as XML has it, of RFC 4648, section 4.
enum Base64 {
  /// The bytes that digits stand for. Line feeds may be written as `&#xA;`; what is no digit counts for nothing.
  static func bytes(of text: ArraySlice<UInt8>) -> [UInt8] {
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var values = [UInt8](repeating: 0xff, count: 256)
    for (value, digit) in digits.enumerated() { values[Int(digit)] = UInt8(value) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / 4 * 3)
    var (bits, count, isEntity) = (0, 0, false)
    for byte in text {
      if byte == 0x26 { isEntity = true }
      defer { if byte == 0x3b { isEntity = false } }
      guard !isEntity, values[Int(byte)] != 0xff else { continue }
      bits = (bits << 6 | Int(values[Int(byte)])) & 0xff_ffff
      count += 1
      if count == 4 {
        bytes += [UInt8(bits >> 16), UInt8(bits >> 8 & 0xff), UInt8(bits & 0xff)]
        count = 0
      }
    }
    // What is left of the last group.
    if count > 1 { bytes.append(UInt8(bits >> (6 * count - 8) & 0xff)) }
    if count > 2 { bytes.append(UInt8(bits >> (6 * count - 16) & 0xff)) }
    return bytes
  }
}
