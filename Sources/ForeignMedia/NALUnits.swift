import ByteCoding

/// NAL units between start codes; ITU-T H.264 and H.265, annex B.
enum NALUnits {
  /// The ranges of the units, without start codes and without the zeros before them.
  static func ranges(in bytes: UnsafeRawBufferPointer) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var code = startCode(bytes, from: 0)
    while let start = code.map({ $0 + 3 }) {
      code = startCode(bytes, from: start)
      var end = code ?? bytes.count
      // A unit ends with a bit that is one: zeros behind it belong to the next start code or are filling.
      while end > start, bytes[end - 1] == 0 { end -= 1 }
      if end > start { ranges.append(start..<end) }
    }
    return ranges
  }

  /// The distinct units of a stream's beginning by their types, which `type` tells from the first byte of one.
  static func byType(_ startCodes: [UInt8], _ type: (UInt8) -> UInt8) -> [UInt8: [[UInt8]]] {
    var units: [UInt8: [[UInt8]]] = [:]
    for range in startCodes.withUnsafeBytes(ranges) {
      let unit = Array(startCodes[range])
      if !units[type(unit[0]), default: []].contains(unit) { units[type(unit[0]), default: []].append(unit) }
    }
    return units
  }

  /// Where the next three bytes 0, 0, 1 begin.
  private static func startCode(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
    var index = start + 2
    while index < bytes.count {
      switch bytes[index] {
      case 0: index += 1
      case 1 where bytes[index - 1] == 0 && bytes[index - 2] == 0: return index - 2
      default: index += 3
      }
    }
    return nil
  }
}
