import MediaCore
import MovieCoding
import StillCoding

/// Finds out by looking how a movie has to be turned to stand as its still does.
enum MovieTurn {
  /// So much alike are only pictures of the same.
  static let beyondDoubt = 0.8

  /// The turn that the movie needs besides the one that its matrix already makes, in degrees clockwise; `nil` when its
  /// picture does not look like the still in any direction.
  static func missing(
    in picture: LumaGrid, comparedWith still: LumaGrid, atLeast threshold: Double = PictureLikeness.same
  ) -> Int? {
    let turns: [(degrees: Int, orientation: ExifOrientation)] = [(0, .up), (90, .right), (180, .down), (270, .left)]
    let scores = turns.map { turn in
      let turned = picture.turned(turn.orientation)
      let measure = PictureLikeness(still: still, width: turned.width, height: turned.height)
      return (turn.degrees, measure.likeness(of: turned) ?? -1)
    }
    guard let best = scores.max(by: { $0.1 < $1.1 }), best.1 >= threshold else { return nil }
    return best.0
  }
}
