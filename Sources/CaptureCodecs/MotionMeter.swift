import MediaCore
import VideoCoding

/// Measures how much a movie's pictures change from one to the next: much when the camera is swung.
struct MotionMeter {
  private static let (width, height) = (32, 18)
  private var small: I420Picture?
  private var previous: [UInt8] = []

  /// The mean change of brightness against the picture before, of 255; 0 for the first, and without memory to measure in.
  mutating func measure(_ picture: I420Picture) -> Double {
    if small == nil { small = try? I420Picture(width: Self.width, height: Self.height, range: picture.range) }
    guard let small else { return 0 }
    small.scaleLuma(picture)
    var sum = 0
    let isFirst = previous.isEmpty
    small.withPlanes { planes in
      if isFirst { previous = Array(repeating: 0, count: Self.width * Self.height) }
      for row in 0..<Self.height {
        for column in 0..<Self.width {
          let sample = planes.luma[row * planes.lumaStride + column]
          let place = row * Self.width + column
          sum += abs(Int(sample) - Int(previous[place]))
          previous[place] = sample
        }
      }
    }
    return isFirst ? 0 : Double(sum) / Double(Self.width * Self.height)
  }
}
