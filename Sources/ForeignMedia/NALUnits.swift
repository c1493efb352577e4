import MediaCore
import VideoCoding

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

  /// The distinct parameter sets of a stream's beginning, by their types in the order of records.
  static func parameterSets(in startCodes: [UInt8], _ codec: VideoCodec) -> [[[UInt8]]] {
    let units = startCodes.withUnsafeBytes(ranges).map { Array(startCodes[$0]) }
    return codec.parameterSetTypes.map { type in
      units.reduce(into: []) { sets, unit in
        if codec.unitType(unit[0]) == type, !sets.contains(unit) { sets.append(unit) }
      }
    }
  }

  /// Returns the index at which the next three bytes 0, 0, 1 begin.
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
