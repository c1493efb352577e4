import MediaCore
import MovieCoding
import StillCoding

/// Finds out by looking how a movie has to be turned to stand as its still does.
enum MovieTurn {
  /// The likeness that only pictures of the same scene reach.
  static let beyondDoubt = 0.8

  /// The turn that the movie needs besides the one that its matrix already makes, in degrees clockwise; `nil` when its
  /// picture does not look like the still in any direction.
  static func missing(
    in picture: LumaGrid, comparedWith still: LumaGrid, atLeast threshold: Double = PictureLikeness.same
  ) -> Int? {
    guard let best = best(in: picture, comparedWith: still), best.likeness >= threshold else { return nil }
    return best.degrees
  }

  /// The turn, other than none, in which a picture surely is the still's: where one is upright and the other wide, less
  /// likeness will do, as many pictures are a little like themselves upside down.
  static func sure(in picture: LumaGrid, comparedWith still: LumaGrid) -> (degrees: Int, likeness: Double)? {
    let isAskew = (picture.width - picture.height).signum() * (still.width - still.height).signum() < 0
    let threshold = isAskew ? PictureLikeness.same : beyondDoubt
    return best(in: picture, comparedWith: still).flatMap { $0.degrees != 0 && $0.likeness >= threshold ? $0 : nil }
  }

  /// The turn in which the picture looks most like the still, and how much; `nil` when one of them shows nothing.
  static func best(in picture: LumaGrid, comparedWith still: LumaGrid) -> (degrees: Int, likeness: Double)? {
    let turns: [(degrees: Int, orientation: ExifOrientation)] = [(0, .up), (90, .right), (180, .down), (270, .left)]
    let scores = turns.compactMap { turn -> (degrees: Int, likeness: Double)? in
      let turned = picture.turned(turn.orientation)
      let measure = PictureLikeness(still: still, width: turned.width, height: turned.height)
      return measure.uprightLikeness(of: turned).map { (turn.degrees, $0) }
    }
    return scores.max { $0.likeness < $1.likeness }
  }
}
