import MediaCore
import MovieCoding

/// The place in a movie at which a still falls: the beginning of a picture.
struct StillPlacement {
  /// The time from the movie's beginning.
  let time: MediaTime
  /// Indicates whether the movie gives just that time already.
  let isKept: Bool
  let note: String?

  /// A still is taken for that of a picture up to so far away.
  private static let tolerance = MediaTime(value: 50, timescale: 1000)

  /// The time in the movie's units, not before the picture begins.
  let writtenTime: MediaTime

  /// The place for a still in a movie that shows pictures at `times`, which rise, and ends at `end`.
  ///
  /// Where nothing is wished for, `announced` counts, which somebody else tells in rounded form, then `told`, which the
  /// movie says itself; that stays as it is when it is right.
  /// - Throws: ``LivePhotoError`` with `.invalidSetting` for a wish beyond the movie.
  init(
    times: [MediaTime], end: MediaTime, told: MediaTime?, announced: MediaTime? = nil,
    wish: AssembleRequest.StillPlace?, timescale: Int32, movie: String
  ) throws(LivePhotoError) {
    guard let first = times.first else {
      throw LivePhotoError(
        .unsupported, context: movie, message: "The movie shows no picture that a still could be of.")
    }
    // Programs show a still at the very beginning without its movie.
    let choices = times.filter { $0 > .zero }
    func nearest(_ time: MediaTime) -> MediaTime {
      choices.min { ($0 - time).magnitude < ($1 - time).magnitude } ?? first
    }
    let known = announced?.converted(toTimescale: timescale) ?? told
    if wish == nil, let known, known > .zero, known < end, (nearest(known) - known).magnitude <= Self.tolerance {
      // Rounded by somebody else, a picture's own beginning is told a little beside it.
      let isRounded = announced != nil && nearest(known).converted(toTimescale: timescale) == known
      time = isRounded ? nearest(known) : known
      (isKept, note) = (time == told, nil)
    } else {
      let wished = try Self.wished(wish, told: announced ?? told, end: end, movie: movie)
      time = nearest(wished)
      isKept = time == told
      note = Self.note(
        wished: wished, time: time, told: wish == nil ? announced ?? told : nil, end: end, first: first,
        choices: choices,
        isExplicit: wish != nil || announced != nil || told != nil)
    }
    let later = time.converted(toTimescale: timescale, rounding: .towardPositiveInfinity)
    writtenTime = later < end ? later : time
  }

  private static func note(
    wished: MediaTime, time: MediaTime, told: MediaTime?, end: MediaTime, first: MediaTime, choices: [MediaTime],
    isExplicit: Bool
  ) -> String? {
    guard isExplicit, let second = choices.first else { return nil }
    if let told, told < .zero || told >= end {
      return "still time: \(told.text) lies outside of the movie; it is \(time.text) now"
    }
    if wished < second, first < second, wished + wished < first + second {
      return "still time: moved from \(wished.text) to \(time.text), as the first picture is no place for a still"
    }
    guard (time - wished).magnitude > tolerance else { return nil }
    return "still time: moved from \(wished.text) to the nearest picture at \(time.text)"
  }

  private static func wished(
    _ wish: AssembleRequest.StillPlace?, told: MediaTime?, end: MediaTime, movie: String
  ) throws(LivePhotoError) -> MediaTime {
    switch wish {
    case .time(let time):
      guard time.isNumeric, time >= .zero, time < end else {
        throw LivePhotoError(
          .invalidSetting, context: movie,
          message: "The still's time of \(time.text) lies outside of the movie, which lasts \(end.text).")
      }
      return time
    case .fraction(let fraction):
      guard (0...1).contains(fraction) else {
        throw LivePhotoError(
          .invalidSetting, context: movie, message: "The still's place of \(fraction * 100) % is not in 0 to 100 %.")
      }
      return end.multiplied(by: fraction)
    case nil:
      if let told, told >= .zero, told < end { return told }
      return end.multiplied(by: 1, over: 2)
    }
  }
}
