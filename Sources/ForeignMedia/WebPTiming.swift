/// The durations in an animated WebP file; WebP container specification, "Animation".
enum WebPTiming {
  /// Gives the last frame what the others leave of the whole length: its encoder does not hear when it ends.
  static func setLength(milliseconds: Int, of bytes: inout [UInt8]) {
    var position = 12
    var last: Int?
    var others = 0
    while position + 8 <= bytes.count {
      let size = (0..<4).reduce(0) { $0 | Int(bytes[position + 4 + $1]) << (8 * $1) }
      let fields = position + 8
      if bytes[position..<position + 4].elementsEqual("ANMF".utf8), fields + 16 <= bytes.count {
        if let last { others += frameMilliseconds(bytes, last) }
        // After place and size of the frame, of three bytes each.
        last = fields + 12
      }
      let (end, overflow) = fields.addingReportingOverflow(size + size % 2)
      guard !overflow else { break }
      position = end
    }
    guard let last, milliseconds > others else { return }
    let rest = min(milliseconds - others, 0xff_ffff)
    for index in 0..<3 { bytes[last + index] = UInt8(truncatingIfNeeded: rest >> (8 * index)) }
  }

  private static func frameMilliseconds(_ bytes: [UInt8], _ place: Int) -> Int {
    Int(bytes[place]) | Int(bytes[place + 1]) << 8 | Int(bytes[place + 2]) << 16
  }
}
