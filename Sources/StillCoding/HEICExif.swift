import ByteCoding

/// The payload of an Exif item: how far the TIFF header is, in four bytes, and then Exif as JPEG has it.
///
/// ISO/IEC 23008-12, annex A.2.1. Writers disagree about what the distance counts and whether `Exif\0\0` is there.
enum HEICExif {
  /// A distance of 6, and `Exif\0\0`: what phones write.
  static let usualPrefix: [UInt8] = [0, 0, 0, 6, 0x45, 0x78, 0x69, 0x66, 0, 0]

  /// Returns the place where the TIFF header of a payload begins, or `nil` if there is none.
  static func tiffStart(ofPayload payload: [UInt8]) -> Int? {
    var reader = ByteReader(payload)
    let distance = Int(reader.u32())
    guard reader.error == nil else { return nil }
    if distance <= payload.count - 4, let start = tiffOffset(in: payload, from: 4 + distance) { return start }
    // Some give a distance of 0 and put `Exif\0\0` there all the same, or leave the distance out.
    return tiffOffset(in: payload, from: 4) ?? tiffOffset(in: payload, from: 0)
  }

  /// Tells whether the distance that a payload begins with leads to the TIFF header: either as the standard counts, or
  /// over nothing but the name, which the standard does not count.
  static func isExact(_ payload: [UInt8]) -> Bool {
    var reader = ByteReader(payload)
    let distance = Int(reader.u32())
    guard distance <= payload.count - 4, let start = tiffOffset(in: payload, from: 4 + distance) else { return false }
    let between = payload[4..<start]
    return between.isEmpty || Array(between) == Array(usualPrefix[4...])
  }

  /// Returns the place of a TIFF header that begins at a given place, or six bytes further, behind `Exif\0\0`; `nil` if
  /// there is none.
  static func tiffOffset(in bytes: [UInt8], from start: Int) -> Int? {
    func isTIFF(_ offset: Int) -> Bool { TIFFReader(tiff: Array(bytes.dropFirst(offset).prefix(8))) != nil }
    if isTIFF(start) { return start }
    let hasName = start <= bytes.count - 6 && Array(bytes[start..<start + 6]) == Array(usualPrefix[4...])
    return hasName && isTIFF(start + 6) ? start + 6 : nil
  }
}
