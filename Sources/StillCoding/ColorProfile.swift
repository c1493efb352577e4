import ByteCoding

/// The ICC profile of Display P3, for pictures out of movies whose colours are more vivid than sRGB's.
///
/// Stands for ISO 15076-1 (ICC.1:2010): a display's profile of three primaries and one curve.
public enum ColorProfile {
  /// The profile's bytes.
  public static let displayP3: [UInt8] = make()

  /// What holds it in a JPEG: the payload of an APP2 segment.
  public static let displayP3Payload = Array("ICC_PROFILE\0".utf8) + [1, 1] + displayP3

  /// That segment, with its marker and length.
  public static let displayP3Segment = JPEGMarker(code: 0xe2).segment(displayP3Payload)

  private static func make() -> [UInt8] {
    let curve = element("para", [0, 3, 0, 0]) + fixed([2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045])
    // D50 as the connection space has it; primaries adapted to it by the matrix of `chad`.
    let elements: [(tags: [String], bytes: [UInt8])] = [
      (["desc"], text("Display P3")),
      (["cprt"], text("CC0")),
      (["wtpt"], xyz([0.9642, 1, 0.8249])),
      (["rXYZ"], xyz([0.51512, 0.2412, -0.00105])),
      (["gXYZ"], xyz([0.29198, 0.69225, 0.04189])),
      (["bXYZ"], xyz([0.1571, 0.06657, 0.78407])),
      (["rTRC", "gTRC", "bTRC"], curve),
      (
        ["chad"],
        element("sf32", [])
          + fixed([1.04788, 0.02292, -0.05022, 0.02959, 0.99048, -0.01707, -0.00925, 0.01508, 0.75168])
      ),
    ]
    let count = elements.reduce(0) { $0 + $1.tags.count }
    var table = ByteWriter(capacity: 512)
    var data = ByteWriter(capacity: 512)
    table.u32(UInt32(count))
    let start = 128 + 4 + 12 * count
    for (tags, bytes) in elements {
      for tag in tags {
        table.ascii(tag)
        table.u32(UInt32(start + data.contents.count))
        table.u32(UInt32(bytes.count))
      }
      data.bytes(bytes)
      data.bytes([UInt8](repeating: 0, count: -bytes.count & 3))
    }
    return header(size: start + data.contents.count) + table.contents + data.contents
  }

  private static func header(size: Int) -> [UInt8] {
    var writer = ByteWriter(capacity: 128)
    writer.u32(UInt32(size))
    writer.u32(0)
    writer.u32(0x0400_0000)
    writer.ascii("mntrRGB XYZ ")
    // The date of its making: year, month, day, hour, minute, second.
    for part: UInt16 in [2026, 1, 1, 0, 0, 0] { writer.u16(part) }
    writer.ascii("acsp")
    // Platform, flags, maker, model, attributes; then the intent, perceptual.
    writer.bytes([UInt8](repeating: 0, count: 28))
    // The connection space's white, exactly as the standard writes it.
    for part: UInt32 in [0xf6d6, 0x1_0000, 0xd32d] { writer.u32(part) }
    writer.bytes([UInt8](repeating: 0, count: 48))
    return writer.contents
  }

  /// An element's type and four reserved bytes.
  private static func element(_ type: String, _ rest: [UInt8]) -> [UInt8] {
    Array(type.utf8) + [0, 0, 0, 0] + rest
  }

  private static func xyz(_ values: [Double]) -> [UInt8] { element("XYZ ", []) + fixed(values) }

  /// Numbers of 16 bits before and 16 behind the point.
  private static func fixed(_ values: [Double]) -> [UInt8] {
    values.flatMap { value in
      let number = UInt32(bitPattern: Int32((value * 65_536).rounded()))
      return (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
    }
  }

  private static func text(_ text: String) -> [UInt8] {
    let units = text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xff)] }
    var writer = ByteWriter(capacity: 64)
    writer.u32(1)
    writer.u32(12)
    writer.ascii("enUS")
    writer.u32(UInt32(units.count))
    writer.u32(28)
    writer.bytes(units)
    return element("mluc", writer.contents)
  }
}
