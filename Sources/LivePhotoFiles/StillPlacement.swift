import MediaCore
import MovieCoding

/// Where in a movie a still falls: at the beginning of a picture.
struct StillPlacement {
  /// From the movie's beginning.
  let time: MediaTime
  /// Whether the movie says just that already.
  let isKept: Bool
  /// What there is to say about the choice.
  let note: String?

  /// A still is taken for that of a picture up to so far away.
  private static let tolerance = MediaTime(value: 50, timescale: 1000)

  /// The place for a still in a movie that shows pictures at `times`, which rise, and ends at `end`.
  ///
  /// What the movie says itself (`told`) counts where nothing is wished for, and stays as it is when it is right.
  /// - Throws: ``LivePhotoError`` with `.invalidSetting` for a wish beyond the movie.
  init(
    times: [MediaTime], end: MediaTime, told: MediaTime?, wish: AssembleRequest.StillPlace?, movie: String
  ) throws(LivePhotoError) {
    guard let first = times.first else {
      throw LivePhotoError(.unsupported, file: movie, message: "The movie shows no picture that a still could be of.")
    }
    // Programs show a still at the very beginning without its movie.
    let choices = times.filter { $0 > .zero }
    func nearest(_ time: MediaTime) -> MediaTime {
      choices.min { ($0 - time).magnitude < ($1 - time).magnitude } ?? first
    }
    if wish == nil, let told, told > .zero, told < end, (nearest(told) - told).magnitude <= Self.tolerance {
      (time, isKept, note) = (told, true, nil)
      return
    }
    let wished = try Self.wished(wish, told: told, end: end, movie: movie)
    time = nearest(wished)
    isKept = time == told
    let distance = (time - wished).magnitude
    let isExplicit = wish != nil || told != nil
    if choices.isEmpty {
      note = "still time: the movie has one picture only, and the still falls at its beginning"
    } else if isExplicit, wished < choices[0], first < choices[0] {
      note = "still time: moved from \(Self.text(wished)) to \(Self.text(time)), since the first picture is not taken"
    } else if isExplicit, distance > Self.tolerance {
      note = "still time: moved from \(Self.text(wished)) to the nearest picture at \(Self.text(time))"
    } else {
      note = nil
    }
  }

  private static func wished(
    _ wish: AssembleRequest.StillPlace?, told: MediaTime?, end: MediaTime, movie: String
  ) throws(LivePhotoError) -> MediaTime {
    switch wish {
    case .time(let time):
      guard time.isNumeric, time >= .zero, time < end else {
        throw LivePhotoError(
          .invalidSetting, file: movie,
          message: "The still's time of \(text(time)) lies outside of the movie, which lasts \(text(end)).")
      }
      return time
    case .fraction(let fraction):
      guard (0...1).contains(fraction) else {
        throw LivePhotoError(
          .invalidSetting, file: movie, message: "The still's place of \(fraction * 100) % is not in 0 to 100 %.")
      }
      return end.multiplied(by: fraction)
    case nil:
      if let told, told >= .zero, told < end { return told }
      return end.multiplied(by: 1, over: 2)
    }
  }

  /// `1.234 s`.
  static func text(_ time: MediaTime) -> String {
    let milliseconds = Int((time.seconds * 1000).rounded())
    let rest = "\(milliseconds.magnitude % 1000)"
    return (milliseconds < 0 ? "-" : "") + "\(milliseconds.magnitude / 1000)."
      + String(repeating: "0", count: 3 - rest.count) + rest + " s"
  }
}
