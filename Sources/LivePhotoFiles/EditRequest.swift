public import MediaCore

/// The changes that are to be made in a Live Photo. They are made in the order in which they stand here, and all times
/// are of the movie as it is before.
public struct EditRequest: Sendable, Hashable {
  /// The still's path or the movie's; the other one lies beside it.
  public var pair: String
  /// The other file of the two, where it is known; otherwise it is looked for beside the first.
  public var partner: String?
  /// A Boolean value that indicates whether the two are known to be of one photo, as those of a library's asset are.
  /// Otherwise files with two identifiers are refused.
  public var areOfOnePhoto = false
  /// The folder for the new pair; `nil` for the one of the pair.
  public var output: String?
  /// The stem of the new files' names; `nil` for the old one as an edited photo has it, such as `IMG_E0001`.
  public var name: String?
  /// The time in the movie of the new key photo: the frame that begins nearest becomes the still, in the movie's
  /// size. The old still is used as it is where that is its own frame. `nil` keeps the still.
  public var keyTime: MediaTime?
  /// A Boolean value that indicates whether all frames (of ``trim``, if given) are laid one on the other, aligned, and
  /// become the still.
  public var isLongExposure = false
  /// The part of the movie to keep; the still must fall into it. Unless ``cutsOff`` says more, the rest is hidden by
  /// the edit list and stays in the file, and nothing is encoded.
  public var trim: EditTrim?
  /// A Boolean value that indicates whether the parts that ``trim`` does not keep, and all others that the movie hides,
  /// are removed from the file. Pictures at the cut that are built on others that go are compressed anew, and with them
  /// all others where the two would not fit together.
  public var cutsOff = false
  /// A Boolean value that indicates whether the sound is removed, with its bytes.
  public var removesSound = false
  /// The further turn of still and movie, without touching a pixel.
  public var turn = QuarterTurn.none
  /// A Boolean value that indicates whether the place is removed: Exif's and XMP's GPS, the movie's location keys and
  /// tracks.
  public var removesLocation = false

  /// No change of the pair with this still or movie.
  public init(pair: String) { self.pair = pair }

  /// A Boolean value that indicates whether the request changes nothing.
  public var isEmpty: Bool {
    keyTime == nil && !isLongExposure && trim == nil && !removesSound && turn == .none && !removesLocation
  }
}

/// A part of a movie, from its beginning if `start` is not said, to its end if `end` is not.
public struct EditTrim: Sendable, Hashable {
  /// The new beginning, from the movie's beginning.
  public var start: MediaTime?
  /// The new end, from the movie's beginning.
  public var end: MediaTime?

  /// A part of a movie.
  public init(start: MediaTime? = nil, end: MediaTime? = nil) {
    self.start = start
    self.end = end
  }

  /// `A..B` in seconds, with `.` as the decimal point; either may be missing. `nil` for anything else.
  public init?(_ text: String) {
    guard let dots = text.firstRange(of: "..") else { return nil }
    let parts = [text[..<dots.lowerBound], text[dots.upperBound...]]
    var times: [MediaTime?] = []
    for part in parts {
      if part.isEmpty {
        times.append(nil)
      } else {
        guard let seconds = Double(part), seconds >= 0, seconds < 1e6 else { return nil }
        times.append(MediaTime(seconds: seconds, preferredTimescale: 1_000_000))
      }
    }
    guard times.contains(where: { $0 != nil }) else { return nil }
    self.init(start: times[0], end: times[1])
  }
}
