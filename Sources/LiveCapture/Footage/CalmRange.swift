import MediaCore

/// Trims a movie's ends where the camera was swung, on its way up to the eye and down again.
enum CalmRange {
  /// The mean change of brightness between two pictures, of 255, above which the camera counts as swung.
  static let swing = 22.0
  /// Over how many pictures a change has to last: a flash, or a cut in what is filmed, does not.
  static let span = 5
  /// The most that either side of a movie is shortened by, in seconds.
  static let longestTrim = 1.0
  /// The least time that is left on either side of the still, in seconds.
  static let shortestSide = 0.25

  /// Returns the part of a movie in which the camera was not swung.
  ///
  /// `times` and `motions` are those of its pictures. Only the ends are cut off, and never so much that little is left.
  static func range(times: [MediaTime], motions: [Double], still: MediaTime) -> Range<Int> {
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
