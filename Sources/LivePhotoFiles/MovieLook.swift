import MediaCore
import StillCoding

/// The result of decoding a movie's pictures: the time of each and a coarse grid of it, upright.
struct MovieLook: Sendable {
  struct Frame: Sendable {
    /// The time at which the frame is shown, on the movie's timeline.
    let time: MediaTime
    /// Its grid as the movie's matrix turns it.
    let grid: LumaGrid
  }

  var frames: [Frame]
  var brokenPictures: Int
  /// The message of the first error that was found in the pictures.
  var complaint: String?
  /// The defect of the coded pictures that is found without decoding them; `nil` if there is none.
  var unitProblem: String?
  /// The defect of the timed metadata; `nil` if there is none.
  var metadataProblem: String?
  /// Packets of sound that do not decode.
  var brokenSounds = 0
  /// The kinds of sound that nothing here decodes, or that were not decoded.
  var unheardSounds: [String] = []
  /// A description of sound that is much shorter than its track says; `nil` if there is none.
  var shortSound: String?
  /// A clause on sound that is silent to its last bit for a while; `nil` if there is none.
  var silentSound: String?
  /// A clause on plain sound that is sudden noise somewhere; `nil` if there is none.
  var noisySound: String?
  /// The time of a picture towards the end that shows nothing, as those around it probably do; `nil` if none was
  /// looked for or found.
  var blankTail: MediaTime?
  /// Indicates whether every picture was decoded.
  var isWhole = true
  /// The properties of the movie as libavformat reads them.
  typealias ForeignView = (seconds: Double, pictures: Int, codec: String, identifier: String?)
  var foreign: ForeignView?

  /// The number of the movie's pictures that are all of one colour.
  private var blanks: Int { frames.count { $0.grid.isBlank } }

  /// Indicates whether more of the movie's pictures show nothing than by chance.
  var hasManyBlanks: Bool { isWhole && 5 * blanks > frames.count }

  /// The number of pictures that show nothing, as the rest of a sentence; empty for 0, or if not all pictures were
  /// looked at.
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

  /// Returns the best likeness between the movie and a still: of any picture as it stands, or of that of the still time
  /// turned any way; `nil` if neither can be determined.
  func likeness(to still: LumaGrid, at time: MediaTime?) -> Double? {
    let turned = frame(nearest: time ?? .zero).flatMap { MovieTurn.best(in: $0.grid, comparedWith: still)?.likeness }
    return [mostLike(still)?.likeness, turned].compactMap(\.self).max()
  }
}
