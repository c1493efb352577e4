import ISOBoxes
import MediaCore
import MovieCoding
import StillCoding

/// Checks what only decoded pictures and other readers can tell: decoding, rules 14 and 15.
struct PictureRules {
  let movie: MovieFile
  /// The still's time in the movie, if it is known.
  let time: MediaTime?
  /// The movie's pictures, or why there are none.
  let look: Result<MovieLook, any Error>
  /// The still's grid, upright, or why there is none.
  let still: Result<LumaGrid, any Error>

  var results: [RuleResult] {
    RuleResult.list([
      .decodes: decodes, .timedMetadata: timedMetadata, .likeness: likeness, .readersAgree: readersAgree,
    ])
  }

  private var timedMetadata: RuleResult.Outcome {
    // Why there is no look is said by the rule that pictures decode.
    let look = try? look.get()
    if let problem = look?.metadataProblem { return (.failure, problem) }
    if case .failure(let error as NotDecoded) = self.look, let problem = error.metadataProblem {
      return (.failure, problem)
    }
    if let problem = KeyedMetadata.problem(in: movie) { return (.warning, problem) }
    if let text = movie.text(of: MovieKey.location) {
      let place = GeoLocation(iso6709: text)
      if place.map({ GeoLocation.possibleAltitudes.contains($0.altitudeMeters ?? 0) }) != true {
        return (.warning, "its place is '\(text.prefix(64))', which is none on earth")
      }
    }
    guard look != nil else { return (.notChecked, "the movie was not looked at") }
    let count = movie.tracks.count { $0.codec == "mebx" }
    return (.pass, "\(count.named("track")) of it")
  }

  private var decodes: RuleResult.Outcome {
    switch look {
    case .failure(let error):
      // That nobody here can look, or was to, says nothing of the movie.
      let isSure = (error as? CodingError)?.code != .missingLibrary && !(error is NotDecoded)
      return (isSure ? .failure : .notChecked, "\(error)")
    case .success(let look):
      guard !look.frames.isEmpty else { return (.failure, "there is no picture in it") }
      if let problem = look.unitProblem { return (.failure, problem) }
      let complaint = look.complaint.map { " (\($0))" } ?? ""
      guard look.brokenPictures == 0 else {
        return (
          .failure, "\(look.brokenPictures.named("picture")) of it \(Self.areBroken(look.brokenPictures))\(complaint)"
        )
      }
      guard look.isWhole else { return (.pass, "the picture at \(FileReport.seconds(look.frames[0].time.seconds))") }
      guard look.brokenSounds == 0 else {
        return (.failure, "\(look.brokenSounds.named("packet")) of its sound \(Self.areBroken(look.brokenSounds))")
      }
      if let sound = look.shortSound { return (.failure, sound) }
      if let sound = look.noisySound ?? look.silentSound { return (.warning, sound) }
      let unheard = look.unheardSounds.isEmpty ? "" : "; nothing here decodes sound in "
      return (.pass, "\(look.frames.count) pictures\(unheard)\(look.unheardSounds.joined(separator: ", "))")
    }
  }

  private static func areBroken(_ count: Int) -> String { count == 1 ? "is broken" : "are broken" }

  private var likeness: RuleResult.Outcome {
    if case .failure(let error as NotDecoded) = still { return (.notChecked, "\(error)") }
    // Why a half does not decode is said by the rule that it does.
    guard let grid = try? still.get() else { return (.notChecked, "the still does not decode") }
    guard let time, time.isNumeric, let look = try? look.get(), let frame = look.frame(nearest: time)
    else { return (.notChecked, "there is no picture at the still time") }
    let measure = PictureLikeness(still: grid, width: frame.grid.width, height: frame.grid.height)
    guard let likeness = measure.uprightLikeness(of: frame.grid) else {
      if grid.isBlank, frame.grid.isDistinct {
        return (.warning, "the still is all of one colour, and the movie is not")
      }
      guard frame.grid.isBlank, grid.isDistinct else { return (.notChecked, "one of them shows next to nothing") }
      let place = FileReport.seconds(frame.time.seconds)
      return (.warning, "the movie is all of one colour at \(place), and the still is not\(look.blankText)")
    }
    let text =
      "likeness \(FileReport.decimal(likeness, places: 2)) at \(FileReport.seconds(frame.time.seconds))"
      + (otherPlace(of: grid, likeness, at: time, in: look) ?? "")
    guard likeness < PictureLikeness.same else {
      // A finger may lie on the lens for a moment.
      guard grid.isDistinct else { return (.pass, text) }
      if otherPlace(of: grid, likeness, at: time, in: look) != nil { return (.warning, text) }
      if let problem = Self.difference(grid, frame.grid) { return (.warning, "\(text), but \(problem)") }
      if let tail = look.blankTail {
        return (.warning, "\(text); towards its end, at \(FileReport.seconds(tail.seconds)), it is all of one colour")
      }
      return look.hasManyBlanks ? (.warning, text + look.blankText) : (.pass, text)
    }
    // Nobody who takes pairs in looks: a still that was edited, or is of another moment, plays all the same.
    let unlike = "the still and the movie's picture at its time show different things (\(text), of 1)"
    return (
      .warning,
      MovieTurn.sure(in: frame.grid, comparedWith: grid).map {
        "\(unlike), and the same (\(FileReport.decimal($0.likeness, places: 2))) when the movie is turned by "
          + "\($0.degrees)°"
      } ?? unlike + ": the still was edited, is of another moment, or of another photo"
    )
  }

  /// The difference of colour and brightness between a still and a picture of the movie that show the same, as the rest
  /// of a sentence; `nil` if there is none.
  private static func difference(_ still: LumaGrid, _ movie: LumaGrid) -> String? {
    ColorDifference(still: still, movie: movie)?.problem ?? ToneStep(still: still, movie: movie).problem
  }

  /// A picture elsewhere in the movie that surely is the still's, where that at the still's time is hardly like it, as
  /// the rest of a sentence.
  private func otherPlace(of grid: LumaGrid, _ likeness: Double, at time: MediaTime, in look: MovieLook) -> String? {
    guard look.isWhole, likeness < Self.doubtful, let best = look.mostLike(grid), best.likeness > Self.sure,
      abs((best.frame.time - time).seconds) > 0.3
    else { return nil }
    let place = FileReport.seconds(best.frame.time.seconds)
    return "; \(FileReport.decimal(best.likeness, places: 2)) at \(place): the still's time in the movie is a wrong one"
  }

  /// Of phones' pairs none has less at the still's time, and pictures of other moments in motion do.
  private static let doubtful = 0.7
  /// Only the still's own picture, or one of its moment, has more.
  private static let sure = 0.93

  private var readersAgree: RuleResult.Outcome {
    guard let view = (try? look.get())?.foreign else {  // the rule that pictures decode says why there is no look
      return (.notChecked, "libavformat was not asked, or could not read it")
    }
    var differences: [String] = []
    func compare(_ name: String, _ ours: String, _ theirs: String, _ isSame: Bool) {
      if !isSame { differences.append("\(name) \(ours) here, \(theirs) there") }
    }
    let seconds = movie.length.seconds
    compare("length", "\(seconds)", "\(view.seconds)", abs(view.seconds - seconds) <= 0.05 || movie.isFragmented)
    let samples = movie.videoTrack?.sampleCount ?? 0
    compare("pictures", "\(samples)", "\(view.pictures)", samples == view.pictures)
    compare("codec", movie.codecName, view.codec, movie.codecName == view.codec)
    let (ours, theirs) = (movie.contentIdentifier, view.identifier)
    compare("identifier", ours ?? "none", theirs ?? "none", ours == theirs)
    let text = "libavformat: \(FileReport.seconds(view.seconds)), \(view.pictures) pictures, \(view.codec)"
    return differences.isEmpty ? (.pass, text) : (.failure, differences.joined(separator: "; "))
  }
}

extension MovieFile {
  /// The codec of the pictures as libavformat calls it.
  var codecName: String {
    switch videoTrack?.codec?.description {
    case "avc1", "avc3": "h264"
    case "hvc1", "hev1": "hevc"
    case let other: other ?? "none"
    }
  }
}
