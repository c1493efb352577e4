import MediaCore
import VideoCoding

/// How bright a frame is on the whole.
enum FrameBrightness {
  /// The mean of its luma, 0 for black to 1 for white.
  /// - Throws: `CodingError` when the frame is damaged.
  static func mean(of frame: VideoFrame) throws(CodingError) -> Double {
    let side = 64
    let picture = try I420Picture(width: side, height: side, range: .full)
    try FrameConverter().convert(frame, scaledInto: picture)
    return picture.withPlanes { planes in
      var sum = 0
      for row in 0..<side { for column in 0..<side { sum += Int(planes.luma[row * planes.lumaStride + column]) } }
      let mean = Double(sum) / Double(side * side)
      return picture.range == .full ? mean / 255 : max(0, mean - 16) / 219
    }
  }
}
