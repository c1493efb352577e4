import MediaCore
import VideoCoding

/// Measures how much a movie's pictures change from one to the next: much when the camera is swung.
struct MotionMeter {
  private static let (width, height) = (32, 18)
  private var previous: I420Picture?

  /// The mean change of brightness against the picture before, of 255; 0 for the first, and without memory to measure
  /// in.
  mutating func measure(_ picture: I420Picture) -> Double {
    // A measure that is missing is no reason to lose the picture.
    guard let small = try? I420Picture(width: Self.width, height: Self.height, range: picture.range) else { return 0 }
    small.scaleLuma(picture)
    defer { previous = small }
    guard let previous else { return 0 }
    var sum = 0
    small.withPlanes { now in
      previous.withPlanes { before in
        for row in 0..<Self.height {
          for place in row * now.lumaStride..<row * now.lumaStride + Self.width {
            sum += abs(Int(now.luma[place]) - Int(before.luma[place]))
          }
        }
      }
    }
    return Double(sum) / Double(Self.width * Self.height)
  }
}
