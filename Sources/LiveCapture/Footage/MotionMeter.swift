import MediaCore
import VideoCoding

/// How much of a movie's pictures changes from one to the next: little when a camera stands or follows something, much
/// when it is swung, as it is on its way up to the eye and down again.
struct MotionMeter {
  /// From which mean change of brightness, of 255, between two pictures the camera counts as swung.
  static let swing = 22.0
  /// Over how many pictures a change has to last: a flash, or a cut in what is filmed, does not.
  static let span = 5
  /// The most that either side of a movie is shortened by, in seconds.
  static let longestTrim = 1.0
  /// What is left on either side of the still at least, in seconds.
  static let shortestSide = 0.25

  private static let (width, height) = (32, 18)
  private var small: I420Picture?
  private var previous: [UInt8] = []

  /// The mean change of brightness against the picture before, of 255; 0 for the first.
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

  /// The part of a movie in which the camera was not swung.
  ///
  /// `times` and `motions` are those of its pictures. Only the ends are cut off, and never so much that little is left.
  static func calmRange(times: [MediaTime], motions: [Double], still: MediaTime) -> Range<Int> {
    guard let first = times.first, let last = times.last else { return 0..<0 }
    func isSwung(_ window: ArraySlice<Double>) -> Bool {
      window.count == span && window.sorted()[span / 2] > swing
    }
    var lower = 0
    while lower + span <= motions.count, isSwung(motions[lower..<lower + span]),
      (times[lower + 1] - first).seconds <= longestTrim, (still - times[lower + 1]).seconds >= shortestSide
    { lower += 1 }
    var upper = motions.count
    while upper - span >= lower, isSwung(motions[upper - span..<upper]),
      (last - times[upper - 2]).seconds <= longestTrim, (times[upper - 2] - still).seconds >= shortestSide
    { upper -= 1 }
    return lower..<upper
  }
}
