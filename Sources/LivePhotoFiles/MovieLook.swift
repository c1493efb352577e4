import MediaCore
import StillCoding

/// What is left of a movie's pictures once they were decoded: when each is shown and a coarse grid of it, upright.
struct MovieLook: Sendable {
  struct Frame: Sendable {
    /// When it is shown, on the movie's timeline.
    let time: MediaTime
    /// Its grid as the movie's matrix turns it.
    let grid: LumaGrid
  }

  var frames: [Frame]
  var brokenPictures: Int
  /// What the first of the errors is that were found in them.
  var complaint: String?
  /// What of the coded pictures makes no sense, without being decoded.
  var unitProblem: String?
  /// What of the timed metadata makes no sense.
  var metadataProblem: String?
  /// Packets of sound that do not decode.
  var brokenSounds = 0
  /// The kinds of sound that nothing here decodes, or that were not decoded.
  var unheardSounds: [String] = []
  /// What sound is much shorter than its track says.
  var shortSound: String?
  /// Whether every picture was decoded.
  var isWhole = true
  /// What libavformat says of the movie.
  typealias ForeignView = (seconds: Double, pictures: Int, codec: String, identifier: String?)
  var foreign: ForeignView?

  /// How many of its pictures are all of one colour.
  private var blanks: Int { frames.count { $0.grid.isBlank } }

  /// Whether more of its pictures show nothing than by chance.
  var hasManyBlanks: Bool { isWhole && 5 * blanks > frames.count }

  /// How many pictures show nothing, as the rest of a sentence, if all were looked at.
  var blankText: String {
    isWhole && blanks > 0 ? "; \(blanks) of its \(frames.count.named("picture")) are all of one colour" : ""
  }

  func frame(nearest time: MediaTime) -> Frame? {
    frames.min { abs(($0.time - time).seconds) < abs(($1.time - time).seconds) }
  }

  /// The picture that looks most like a still, with its likeness; `nil` when none can be told.
  func mostLike(_ still: LumaGrid) -> (frame: Frame, likeness: Double)? {
    guard let first = frames.first?.grid else { return nil }
    let measure = PictureLikeness(still: still, width: first.width, height: first.height)
    let found = frames.compactMap { frame in
      measure.uprightLikeness(of: frame.grid, isCoarse: true).map { (frame: frame, likeness: $0) }
    }
    return found.max { $0.likeness < $1.likeness }
  }

  /// How much the movie looks like a still at best: any of its pictures as it stands, or that of the still time turned any
  /// way; `nil` when that cannot be told.
  func likeness(to still: LumaGrid, at time: MediaTime?) -> Double? {
    let turned = frame(nearest: time ?? .zero).flatMap { MovieTurn.best(in: $0.grid, comparedWith: still)?.likeness }
    return [mostLike(still)?.likeness, turned].compactMap(\.self).max()
  }
}
