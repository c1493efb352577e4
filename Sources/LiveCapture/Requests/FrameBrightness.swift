import MediaCore

/// How bright a frame is on the whole.
enum FrameBrightness {
  private static let side = 64

  /// Returns the mean of its luma, 0 for black to 1 for white.
  /// - Throws: `CodingError` when the frame is damaged.
  static func mean(of frame: VideoFrame, _ pictures: any PictureConverting) throws(CodingError) -> Double {
    let small = try pictures.convert(frame, to: .yu12, size: (side, side))
    let sum = small.storage.withBytes { bytes in bytes[..<(side * side)].reduce(0) { $0 + Int($1) } }
    let mean = Double(sum) / Double(side * side)
    return small.format.range == .full ? mean / 255 : max(0, mean - 16) / 219
  }
}
