import MediaCore

/// The second byte of a JPEG marker; the first is always 0xFF. ITU-T T.81 table B.1.
struct JPEGMarker: Hashable, Sendable, CustomStringConvertible {
  let code: UInt8

  static let startOfImage = JPEGMarker(code: 0xd8)
  static let endOfImage = JPEGMarker(code: 0xd9)
  static let startOfScan = JPEGMarker(code: 0xda)
  static let huffmanTables = JPEGMarker(code: 0xc4)
  static let quantizationTables = JPEGMarker(code: 0xdb)
  static let app0 = JPEGMarker(code: 0xe0)
  static let app1 = JPEGMarker(code: 0xe1)
  static let app2 = JPEGMarker(code: 0xe2)
  static let app14 = JPEGMarker(code: 0xee)

  /// Indicates whether a frame header follows (SOF0 … SOF15).
  var isStartOfFrame: Bool { (0xc0...0xcf).contains(code) && ![0xc4, 0xc8, 0xcc].contains(code) }
  /// Indicates whether neither a length nor contents follow (TEM, RST0 … RST7, SOI, EOI).
  var standsAlone: Bool { code == 0x01 || (0xd0...0xd9).contains(code) }

  var description: String { "0xFF" + code.digits(2, radix: 16).uppercased() }

  /// The marker with a payload behind it, which has at most ``JPEGFile/longestPayload`` bytes.
  func segment(_ payload: [UInt8]) -> [UInt8] {
    let length = payload.count + 2
    return [0xff, code, UInt8(length >> 8), UInt8(length & 0xff)] + payload
  }
}
