import ByteCoding

/// Reads numbers and directories out of a TIFF, or of a maker note that is built like one.
///
/// Every offset is checked, and nothing is read twice, so that any bytes can be given.
struct TIFFReader {
  let bytes: [UInt8]
  let order: ByteOrder

  init(_ bytes: [UInt8], order: ByteOrder) { (self.bytes, self.order) = (bytes, order) }

  /// A reader of a whole TIFF; `nil` unless `bytes` begin with its header: byte order and 42.
  init?(tiff bytes: [UInt8]) {
    guard bytes.count >= 8 else { return nil }
    switch (bytes[0], bytes[1], bytes[2], bytes[3]) {
    case (0x4d, 0x4d, 0, 42): order = .big
    case (0x49, 0x49, 42, 0): order = .little
    default: return nil
    }
    self.bytes = bytes
  }

  /// The bytes of one value of a type; `nil` for types that nobody knows.
  ///
  /// 16 and 17 are BigTIFF's 64-bit integers, which Apple's notes use.
  static func size(ofType type: UInt16) -> Int? {
    switch type {
    case 1, 2, 6, 7: 1
    case 3, 8: 2
    case 4, 9, 11, 13: 4
    case 5, 10, 12, 16, 17: 8
    default: nil
    }
  }

  func u16(_ offset: Int) -> Int? {
    guard offset >= 0, offset <= bytes.count - 2 else { return nil }
    let (first, second) = (Int(bytes[offset]), Int(bytes[offset + 1]))
    return order == .big ? first << 8 | second : second << 8 | first
  }

  func u32(_ offset: Int) -> Int? {
    guard let first = u16(offset), let second = u16(offset + 2) else { return nil }
    return order == .big ? first << 16 | second : second << 16 | first
  }

  /// The directory at `offset`; `nil` if not even its count lies within. Entries past the end are left out.
  func directory(_ kind: ExifDirectory.Kind, at offset: Int) -> ExifDirectory? {
    guard offset > 0, let declared = u16(offset) else { return nil }
    let count = min(declared, (bytes.count - offset - 2) / 12)
    let entries = (0..<count).compactMap { entry(at: offset + 2 + 12 * $0) }
    let next = count == declared ? u32(offset + 2 + 12 * count) : nil
    return ExifDirectory(
      kind: kind, offset: offset, declaredCount: declared, entries: entries, next: next ?? 0, isWhole: next != nil)
  }

  private func entry(at offset: Int) -> ExifDirectory.Entry? {
    guard let tag = u16(offset), let type = u16(offset + 2), let count = u32(offset + 4), let place = u32(offset + 8)
    else { return nil }
    var range: Range<Int>?
    if let size = Self.size(ofType: UInt16(type)) {
      let length = size * count  // at most 2^35
      let start = length <= 4 ? offset + 8 : place
      if start <= bytes.count - length { range = start..<start + length }
    }
    return ExifDirectory.Entry(
      tag: UInt16(truncatingIfNeeded: tag), type: UInt16(truncatingIfNeeded: type), count: count, offset: offset,
      valueRange: range)
  }

  /// The first value as an integer, for the types that are integers.
  func integer(_ entry: ExifDirectory.Entry?) -> Int? {
    guard let entry, entry.count > 0, let range = entry.valueRange else { return nil }
    switch entry.type {
    case 1, 7: return Int(bytes[range.lowerBound])
    case 6: return Int(Int8(bitPattern: bytes[range.lowerBound]))
    case 3: return u16(range.lowerBound)
    case 8: return u16(range.lowerBound).map { Int(Int16(truncatingIfNeeded: $0)) }
    case 4, 13: return u32(range.lowerBound)
    case 9: return u32(range.lowerBound).map { Int(Int32(truncatingIfNeeded: $0)) }
    case 16, 17:
      guard let first = u32(range.lowerBound), let second = u32(range.lowerBound + 4) else { return nil }
      return order == .big ? first << 32 | second : second << 32 | first
    default: return nil
    }
  }

  /// The text up to its first zero, without spaces around it; `nil` if nothing is left. At most 64 KB are looked at.
  func text(_ entry: ExifDirectory.Entry?) -> String? {
    guard let entry, entry.type == 2 || entry.type == 7 || entry.type == 1, let range = entry.valueRange else {
      return nil
    }
    let all = bytes[range].prefix(65_536).prefix { $0 != 0 }
    let text = XMPDocument.trimmed(String(decoding: all, as: UTF8.self)) { $0 == " " }
    return text.isEmpty ? nil : text
  }

  /// The values of an entry of 16 or 32 bits without sign, such as the places of strips.
  func integers(_ entry: ExifDirectory.Entry?, atMost limit: Int) -> [Int] {
    guard let entry, let range = entry.valueRange, [3, 4, 13].contains(entry.type) else { return [] }
    let size = entry.type == 3 ? 2 : 4
    return (0..<min(entry.count, limit)).compactMap { index in
      size == 2 ? u16(range.lowerBound + 2 * index) : u32(range.lowerBound + 4 * index)
    }
  }

  /// The values of an unsigned or signed rational; those over zero are `nil`.
  func rationals(_ entry: ExifDirectory.Entry?, atMost limit: Int) -> [Double?] {
    guard let entry, entry.type == 5 || entry.type == 10, let range = entry.valueRange else { return [] }
    return (0..<min(entry.count, limit)).map { index in
      let start = range.lowerBound + 8 * index
      guard let over = u32(start), let under = u32(start + 4), under != 0 else { return nil }
      if entry.type == 5 { return Double(over) / Double(under) }
      return Double(Int32(truncatingIfNeeded: over)) / Double(Int32(truncatingIfNeeded: under))
    }
  }
}
