/// A QR code of a text (ISO/IEC 18004): bytes, versions 1 to 10, of which 15 % may be dirty (level M).
struct QRCode {
  private static let correctionBytes = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26]
  private static let blockCounts = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5]

  let version: Int
  private var grid: QRGrid

  /// The modules in a row.
  var side: Int { grid.side }

  /// A code of a text.
  /// - Throws: ``WebFailure`` for texts of more than 213 bytes.
  init(_ text: String) throws(WebFailure) {
    let bytes = Array(text.utf8)
    guard let version = (1...10).first(where: { Self.bits(bytes.count, $0) <= Self.dataBytes($0) * 8 }) else {
      throw WebFailure(500, "tooLong", "The address is too long for a QR code.")
    }
    self.version = version
    grid = QRGrid(version: version)
    grid.place(Self.interleaved(Self.data(bytes, version), version))
    grid.mask()
  }

  /// Whether the module at a place is dark.
  func isDark(_ column: Int, _ row: Int) -> Bool { grid.modules[row * side + column] }

  /// A picture, with the margin that readers want.
  var svg: String {
    let margin = 4
    var path = ""
    for row in 0..<side {
      for column in 0..<side where isDark(column, row) { path += "M\(column + margin),\(row + margin)h1v1h-1z" }
    }
    let size = side + 2 * margin
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(size) \(size)" shape-rendering="crispEdges">\
      <path fill="#fff" d="M0,0h\(size)v\(size)h-\(size)z"/><path d="\(path)"/></svg>
      """
  }

  // MARK: Data

  private static func bits(_ count: Int, _ version: Int) -> Int { 4 + (version < 10 ? 8 : 16) + count * 8 }

  private static func allBytes(_ version: Int) -> Int {
    var modules = (16 * version + 128) * version + 64
    if version >= 2 {
      let marks = version / 7 + 2
      modules -= (25 * marks - 10) * marks - 55
      if version >= 7 { modules -= 36 }
    }
    return modules / 8
  }

  private static func dataBytes(_ version: Int) -> Int {
    allBytes(version) - correctionBytes[version - 1] * blockCounts[version - 1]
  }

  private static func data(_ bytes: [UInt8], _ version: Int) -> [UInt8] {
    var bits: [Bool] = []
    func append(_ value: Int, _ count: Int) { for bit in (0..<count).reversed() { bits.append(value >> bit & 1 == 1) } }
    append(0b0100, 4)
    append(bytes.count, version < 10 ? 8 : 16)
    for byte in bytes { append(Int(byte), 8) }
    let room = dataBytes(version) * 8
    append(0, min(4, room - bits.count))
    append(0, (8 - bits.count % 8) % 8)
    var result = stride(from: 0, to: bits.count, by: 8).map { start in
      bits[start..<start + 8].reduce(UInt8(0)) { $0 << 1 | ($1 ? 1 : 0) }
    }
    while result.count < room / 8 {
      result.append(0xec)
      if result.count < room / 8 { result.append(0x11) }
    }
    return result
  }

  /// Cuts data into blocks, adds to each what mends it, and takes bytes from all in turn.
  private static func interleaved(_ data: [UInt8], _ version: Int) -> [UInt8] {
    let (count, correction) = (blockCounts[version - 1], correctionBytes[version - 1])
    let (all, short) = (allBytes(version), allBytes(version) / count)
    let shortCount = count - all % count
    var blocks: [(data: [UInt8], correction: [UInt8])] = []
    let divisor = ReedSolomon.divisor(degree: correction)
    var start = 0
    for index in 0..<count {
      let length = short - correction + (index < shortCount ? 0 : 1)
      let part = Array(data[start..<start + length])
      blocks.append((part, ReedSolomon.remainder(part, divisor)))
      start += length
    }
    let longest = short - correction + 1
    return (0..<longest).flatMap { place in blocks.compactMap { place < $0.data.count ? $0.data[place] : nil } }
      + (0..<correction).flatMap { place in blocks.map { $0.correction[place] } }
  }
}

/// What mends damaged bytes, in the field of 256 elements over 0x11d.
private enum ReedSolomon {
  static func product(_ left: UInt8, _ right: UInt8) -> UInt8 {
    var result = 0
    for bit in (0..<8).reversed() {
      result = (result << 1) ^ (result >> 7) * 0x11d
      result ^= Int(right >> bit & 1) * Int(left)
    }
    return UInt8(result)
  }

  static func divisor(degree: Int) -> [UInt8] {
    var result = [UInt8](repeating: 0, count: degree - 1) + [1]
    var root: UInt8 = 1
    for _ in 0..<degree {
      for index in 0..<degree {
        result[index] = product(result[index], root)
        if index + 1 < degree { result[index] ^= result[index + 1] }
      }
      root = product(root, 2)
    }
    return result
  }

  static func remainder(_ data: [UInt8], _ divisor: [UInt8]) -> [UInt8] {
    var result = [UInt8](repeating: 0, count: divisor.count)
    for byte in data {
      let factor = byte ^ result.removeFirst()
      result.append(0)
      for index in result.indices { result[index] ^= product(divisor[index], factor) }
    }
    return result
  }
}
