import ByteCoding
import MediaCore

extension JPEGFile {
  /// What is wrong with the tables by which numbers are scaled back, which decoders use without a look: ITU-T T.81,
  /// B.2.4.1, has no zeros in them. `nil` if nothing is.
  func tableProblem() throws(CodingError) -> String? {
    for segment in segments where segment.marker == .quantizationTables {
      var reader = ByteReader(try source.part(segment.payload, of: "DQT at \(segment.range.lowerBound)"))
      while reader.remaining > 0 {
        let head = reader.u8()
        for _ in 0..<64 where (head >> 4 == 0 ? UInt16(reader.u8()) : reader.u16()) == 0 {
          return
            "The quantization table \(head & 15) (DQT at byte \(segment.range.lowerBound)) has a zero or is cut off, "
            + "which the format forbids. Get another copy."
        }
      }
    }
    return nil
  }
}
