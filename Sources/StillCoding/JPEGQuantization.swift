import ByteCoding
import MediaCore

/// The tables by which a JPEG's numbers are scaled back, which decoders use without a look.
enum JPEGQuantization {
  /// Returns a sentence on a problem in a file's tables: zeros, which ITU-T T.81, B.2.4.1, does not allow, or missing
  /// bytes. `nil` if there is none.
  static func problem(in file: JPEGFile) throws(CodingError) -> String? {
    for segment in file.segments where segment.marker == .quantizationTables {
      let start = segment.range.lowerBound
      var reader = ByteReader(try file.source.part(segment.payload, of: "DQT at \(start)"))
      while reader.remaining > 0 {
        let head = reader.u8()
        for _ in 0..<64 where (head >> 4 == 0 ? UInt16(reader.u8()) : reader.u16()) == 0 {
          return
            "The quantization table \(head & 15) (DQT at byte \(start)) has a zero or is cut off, which the format "
            + "forbids. Get another copy."
        }
      }
    }
    return nil
  }
}
