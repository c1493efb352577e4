import ISOBoxes
import MediaCore
import MovieCoding
import StillCoding

/// Decides what has to change so that two files become a Live Photo. Nothing is read or written here.
struct RepairPlan {
  /// The changes of the still.
  private(set) var stillEdits = StillEdits()
  /// The movie's new identifier, or `nil` if the old one stays.
  private(set) var movieIdentifier: String?
  /// Indicates whether the movie has to become a QuickTime file, its metadata where they belong.
  private(set) var makesQuickTime = false
  /// Indicates whether the tracks' numbers have to change.
  private(set) var renumbersTracks = false
  /// The tracks of pictures that are not the movie's, which players would have to choose between.
  private(set) var otherPictures: Set<UInt32> = []
  /// Indicates whether the tracks that give the still's time are to be removed first.
  private(set) var replacesStillTrack = false
  /// The new still time, or `nil` if the old one stays.
  private(set) var stillTime: MediaTime?
  /// The movie's new orientation, or `nil` if the old one stays.
  private(set) var orientation: Orientation?
  /// The changes of the dates.
  private(set) var dates: RepairDates
  /// Every change, in a sentence.
  private(set) var changes: [String] = []
  /// The questions that remain undecided, with advice.
  private(set) var doubts: [String] = []

  private let verdict: Verdict
  private let still: StillFacts
  private let movie: MovieFile

  /// A plan from what is wrong.
  ///
  /// `look` and `grid` are the decoded pictures, if there are any; `modified` is when the younger file was last
  /// changed; `derived` makes an identifier where there is none.
  /// - Throws: `LivePhotoError` with `.mismatched` for halves of two photos, with `.invalidSetting` for a time that is
  ///   not in the movie.
  init(
    _ verdict: Verdict, still: StillFacts, movie: MovieFile, look: MovieLook?, grid: LumaGrid?, modified: Int64,
    request: RepairRequest, derived: () throws -> PairIdentifier
  ) throws {
    self.verdict = verdict
    self.still = still
    self.movie = movie
    func dates(stillTime: MediaTime?) -> RepairDates {
      RepairDates(
        still: still, movie: movie, lead: stillTime ?? .zero, paths: [verdict.still, verdict.movie],
        modified: modified, trust: request.trust)
    }
    self.dates = dates(stillTime: movie.stillTime)
    try refuseMismatch(look: look, grid: grid, isTold: request.trust != nil)
    if let failure = failure(.quickTimeContainer) {
      makesQuickTime = true
      changes.append("movie: becomes a QuickTime file (was \(failure.found))")
    }
    try chooseIdentifier(request.identifier, derived: derived)
    try chooseTime(request.stillTime, look: look, grid: grid)
    chooseTurn(look: look, grid: grid)
    self.dates = dates(stillTime: stillTime ?? movie.stillTime)
    stillEdits.date = self.dates.stillDate
    changes += self.dates.changes
    doubts += self.dates.doubts
    if still.lacksVideo == true {
      stillEdits.motionPhoto = .remove
      changes.append("still: its XMP no longer announces a video inside, which is not there")
    }
    if let likeness = verdict[.likeness], likeness.status == .warning, failure(.identifiersEqual) != nil {
      doubts.append("likeness: \(likeness.found). Look whether the two belong together.")
    }
    if let failure = failure(.trackNumbers) {
      renumbersTracks = true
      changes.append("movie: tracks get numbers of their own (was \(failure.found))")
    }
    if failure(.oneVideoTrack) != nil, let own = movie.videoTrack?.id {
      for track in movie.pictureTracks where track.id != own {
        otherPictures.insert(track.id)
        changes.append("movie: track \(track.id), pictures besides the movie's, is switched off; it stays, unseen")
      }
    }
    for (rule, name) in [(Rule.stillExtension, "still"), (.movieExtension, "movie")] {
      if let failure = failure(rule), rule == .movieExtension || [.jpeg, .heic].contains(still.kind) {
        changes.append("\(name): gets the extension of what it is (was \(failure.found))")
      }
    }
  }

  private func failure(_ rule: Rule) -> RuleResult? {
    verdict[rule].flatMap { $0.status == .failure ? $0 : nil }
  }

  /// Throws for the halves of two photos: they look unlike each other in every direction, and say that they are of two;
  /// or two of likeness, identifiers and dates tell that, unless somebody has told that they belong together.
  private func refuseMismatch(look: MovieLook?, grid: LumaGrid?, isTold: Bool) throws(LivePhotoError) {
    let (photo, film) = (still.identifier?.uppercased(), movie.contentIdentifier?.uppercased())
    let isKnown = photo.flatMap(PairIdentifier.init) != nil && film.flatMap(PairIdentifier.init) != nil
    let haveTwoIdentifiers = isKnown && photo != film
    let haveTwoDates = dates.areOfTwoPhotos
    guard haveTwoIdentifiers || haveTwoDates else { return }
    // The still may lie elsewhere in the movie than it says, or the movie on its side.
    let likeness = grid.flatMap { look?.likeness(to: $0, at: movie.stillTime) }
    let areUnlike = likeness.map { $0 < PictureLikeness.other } ?? false
    let differences =
      (areUnlike ? ["no picture of the movie looks like the still"] : [])
      + (haveTwoIdentifiers ? ["they have two identifiers"] : [])
      + (haveTwoDates ? ["they were taken at two times"] : [])
    let haveOneIdentifier = isKnown && photo == film
    let isSure = areUnlike && !haveOneIdentifier
    guard isSure || !isTold && haveTwoDates && (areUnlike || haveTwoIdentifiers) else { return }
    let advice =
      isSure
      ? "If they belong together all the same: livecam assemble --photo STILL --movie MOVIE --output FOLDER."
      : "If they belong together all the same, say whose date is right by --trust still or --trust movie."
    throw LivePhotoError(
      .mismatched, context: verdict.still,
      message: "This and \(verdict.movie) are of two photos: \(differences.joined(separator: ", ")). "
        + "Give the two files of one photo. \(advice)")
  }

  private mutating func chooseIdentifier(_ wish: PairIdentifier?, derived: () throws -> PairIdentifier) throws {
    let (photo, film) = (still.identifier, movie.contentIdentifier)
    let (left, right) = (
      photo.flatMap(PairIdentifier.init(uuidString:)), film.flatMap(PairIdentifier.init(uuidString:))
    )
    let text: String
    let reason: String
    if let wish {
      (text, reason) = (wish.uuidString, "as given")
    } else if let left, let right, left == right {
      // Equal, even lower case stays; where they differ in letter case alone, phones' upper case wins.
      (text, reason) =
        photo == film ? (photo ?? "", "written anew") : (left.uuidString, "in the letter case of phones")
    } else if let left, let right {
      (text, reason) = (try derived().uuidString, "a new one: the still had \(left), the movie \(right)")
    } else if let known = left ?? right {
      (text, reason) = (known.uuidString, left == nil ? "the movie's" : "the still's")
    } else {
      (text, reason) = (try derived().uuidString, "a new one")
    }
    if photo != text || failure(.makerNote) != nil {
      stillEdits.contentIdentifier = text
      changes.append(
        "still: identifier \(text), \(reason) (\(failure(.makerNote)?.found ?? "was \(photo ?? "missing")"))")
    }
    if film != text || failure(.movieIdentifier) != nil {
      movieIdentifier = text
      changes.append(
        "movie: identifier \(text), \(reason) (\(failure(.movieIdentifier)?.found ?? "was \(film ?? "missing")"))")
    }
  }

  private mutating func chooseTime(_ wish: MediaTime?, look: MovieLook?, grid: LumaGrid?) throws {
    let broken = failure(.stillTrack) ?? failure(.stillTime)
    guard wish != nil || broken != nil else { return }
    let frames = try movie.shownFrames()
    // The headers of a fragmented movie do not tell.
    let end = frames.last.map { max(movie.length, $0.time + $0.duration) } ?? movie.length
    if let wish, wish < .zero || wish >= end {
      throw LivePhotoError(
        .invalidSetting, context: verdict.movie,
        message: "The still's time of \(FileReport.seconds(wish.seconds)) lies outside of the movie, which lasts "
          + "\(FileReport.seconds(end.seconds)).")
    }
    // The first picture would be stuck as the key photo.
    let candidates = frames.map(\.time).filter { $0 > .zero && $0 < end }
    func nearest(to time: MediaTime) -> MediaTime? {
      candidates.min { abs(($0 - time).seconds) < abs(($1 - time).seconds) }
    }
    let known = failure(.stillTime) == nil ? movie.stillTime : nil
    let alike = grid.flatMap { look?.mostLike($0) }
    let half = MediaTime(seconds: end.seconds / 2, preferredTimescale: 90_000)
    let time: MediaTime?
    let reason: String
    if let wish {
      (time, reason) = (nearest(to: wish), "as given, on the nearest picture")
    } else if let known {
      (time, reason) = (known, "as it was")
    } else if let alike, alike.likeness >= PictureLikeness.same {
      (time, reason) = (nearest(to: alike.frame.time), "the picture that looks most like the still")
    } else {
      (time, reason) = (nearest(to: half), "the middle")
    }
    guard let time, wish == nil || broken != nil || time != movie.stillTime else { return }
    stillTime = time
    replacesStillTrack = failure(.stillTrack) != nil
    changes.append(
      "movie: still time \(FileReport.seconds(time.seconds)), \(reason)" + (broken.map { " (was: \($0.found))" } ?? ""))
  }

  private mutating func chooseTurn(look: MovieLook?, grid: LumaGrid?) {
    // Where both have one shape already, looks alone must leave no doubt: many pictures are a little like themselves
    // upside down.
    let isAskew = PairRules(still: still, movie: movie).isAskew
    let isDoubtful = isAskew || verdict[.likeness].map { $0.status != .pass } ?? false
    guard isDoubtful, let look, let grid, let current = movie.videoTrack?.matrix.clockwiseDegrees else { return }
    let time = stillTime ?? movie.stillTime ?? .zero
    guard let frame = look.frame(nearest: time),
      let turn = MovieTurn.missing(
        in: frame.grid, comparedWith: grid, atLeast: isAskew ? PictureLikeness.same : MovieTurn.beyondDoubt),
      turn != 0, let orientation = Orientation(clockwiseDegrees: (current + turn) % 360)
    else { return }
    // A still that has lost its Exif has lost how it stands, and the movie knows.
    if !still.hasExif, isAskew, orientation == .up, let own = Orientation(clockwiseDegrees: current) {
      stillEdits.orientation = own.exifOrientation
      changes.append("still: turned by \(current)°, which is how the movie stands (its Exif was missing)")
      return
    }
    self.orientation = orientation
    changes.append("movie: turned by \(orientation.clockwiseDegrees)° (was \(current)°), which is how the still stands")
  }
}
