import ByteCoding
import Glibc
import MediaCore
import MovieCoding
import StillCoding

/// Everything that was read of two files, for the rules to judge by.
struct PairEvidence {
  let stillInput: InputFile
  let movieInput: InputFile
  let still: Result<StillFile, LivePhotoError>
  let movie: Result<MovieFile, LivePhotoError>
  /// The still's time in the movie, if it is known.
  let time: MediaTime?

  /// Reads two files, in either order.
  /// - Throws: ``LivePhotoError`` with `.invalidSetting` for two stills or two movies, with `.unsupported` for what is
  ///   neither.
  init(_ one: InputFile, _ other: InputFile) throws(LivePhotoError) {
    for input in [one, other] where !input.isMovie && !input.kind.isStill {
      throw LivePhotoError(
        .unsupported, context: input.path,
        message: "This is \(input.kind.article), and no half of a Live Photo. Name a still and a movie.")
    }
    guard one.isMovie != other.isMovie else {
      throw LivePhotoError(
        .invalidSetting, context: other.path,
        message: "\(one.path) is \(one.kind.article), and this is \(other.kind.article). Name a still and a movie.")
    }
    let (photo, film) = one.isMovie ? (other, one) : (one, other)
    (stillInput, movieInput) = (photo, film)
    still = Result { () throws(LivePhotoError) in try LivePhotoFiles.still(photo.bytes) }
    movie = Result { () throws(LivePhotoError) in try LivePhotoFiles.movie(film.bytes) }
    time = try? movie.get().stillTime  // of one that cannot be read there is none
  }

  /// Two files that were read; where the still falls, the movie tells unless it is given.
  init(_ still: (InputFile, StillFile), _ movie: (InputFile, MovieFile), at time: MediaTime? = nil) {
    (stillInput, self.still) = (still.0, .success(still.1))
    (movieInput, self.movie) = (movie.0, .success(movie.1))
    self.time = time ?? movie.1.stillTime
  }

  /// The facts of the still that the rules look at; for one that cannot be read, that it exists.
  var stillFacts: StillFacts {
    switch still {
    case .success(let still): still.facts(stillInput.kind)
    case .failure(let error):
      StillFacts(
        kind: stillInput.kind, makerNoteProblem: "the still cannot be read: \(error.underlying ?? error)",
        lacksVideo: nil)
    }
  }

  /// Returns the defects of what the still holds beside its picture. All of its bytes are read, unless its picture was
  /// not to be decoded, and all of its pictures are decoded if all of the movie's were.
  private func oddities(_ grid: Result<LumaGrid, any Error>, isFull: Bool) -> [String]? {
    guard let still = try? still.get() else { return nil }  // why it cannot be read is told by other rules
    var effort = isFull ? PictureEffort.full : .key
    if case .failure(is NotDecoded) = grid { effort = .none }
    return still.oddities(effort, beside: try? grid.get())  // why there is none is told by other rules
  }

  /// The greatest distance between the places of the two halves, in metres; somebody who walks, or is in a car, gets no
  /// farther between them.
  private static let farthestMeters = 5000.0

  /// The problem if the still and the movie were taken at places far apart; otherwise `nil`.
  private var placeProblem: String? {
    // Why a half cannot be read is told by other rules.
    guard let still = try? still.get().location, let text = try? movie.get().text(of: MovieKey.location),
      let movie = GeoLocation(iso6709: text)
    else { return nil }
    let meters = still.meters(to: movie)
    if meters > Self.farthestMeters {
      return "Its place is \(FileReport.decimal(meters / 1000, places: 0)) km from the movie's."
    }
    guard let here = still.altitudeMeters, let there = movie.altitudeMeters, GeoLocation.areFarApart(here, there) else {
      return nil
    }
    return "Its height is \(Int(here)) m, and the movie's \(Int(there)) m."
  }

  func stillGrid() -> Result<LumaGrid, any Error> {
    Result { try still.get().grid() }
  }

  /// The verdict on the two by the still and one picture of the movie, that of the still's place.
  func keyVerdict() throws -> Verdict {
    let look = try KeyLook(self, isThorough: true)
    return verdict(look: look.look, stillGrid: look.stillGrid)
  }

  /// Makes sure that still and movie decode, by as little looking as tells.
  /// - Throws: ``LivePhotoError`` with `.malformed`; `CancellationError`.
  func checkDecoding() throws {
    let verdict = try keyVerdict()
    for (rule, path) in [(Rule.stillDecodes, stillInput.path), (.decodes, movieInput.path)] {
      guard let result = verdict[rule], result.status == .failure else { continue }
      throw LivePhotoError(
        .malformed, context: path, message: "It is damaged, and nothing was made of it: \(result.found)")
    }
  }

  /// The verdict on the two.
  ///
  /// Without a look the rules that need pictures are left out.
  func verdict(
    look: Result<MovieLook, any Error>, stillGrid: Result<LumaGrid, any Error>, stillText: String = "whole"
  ) -> Verdict {
    var facts = stillFacts
    facts.oddities = oddities(stillGrid, isFull: (try? look.get())?.isWhole ?? false)  // no look is none at all
    if let problem = placeProblem { facts.oddities?.append(problem) }
    var results = FileRules(
      stillPath: stillInput.path, still: facts, stillGrid: stillGrid, stillText: stillText,
      moviePath: movieInput.path
    ).results
    var file: MovieFile?
    switch movie {
    case .success(let read):
      file = read
      results += MovieRules(file: read, source: movieInput.bytes).results
      results += PairRules(still: facts, movie: read).results
      results += PictureRules(movie: read, time: time, look: look, still: stillGrid).results
    case .failure(let error):
      results.append(RuleResult(.boxesNest, .failure, "\(error.underlying ?? error)"))
      let checked = Set(results.map(\.rule))
      let others = Rule.allCases.filter { !checked.contains($0) }
      results += others.map { RuleResult($0, .notChecked, "the movie cannot be read") }
    }
    let traits = PairTraits(
      stillKind: stillInput.kind, largestFile: max(stillInput.bytes.count, movieInput.bytes.count),
      hasLivePhotoInfo: file?.tracks.contains { $0.metadataKeys.values.contains(MovieKey.livePhotoInfo) } ?? false)
    return Verdict(
      still: stillInput.path, movie: movieInput.path,
      identifier: file?.contentIdentifier == facts.identifier ? facts.identifier : nil, stillTime: file?.stillTime,
      results: results, traits: traits)
  }
}

extension InputFile {
  var isMovie: Bool { kind == .movie || kind == .foreignMovie }
}

extension GeoLocation {
  /// The way to another place over a globe, the altitude aside.
  fileprivate func meters(to other: GeoLocation) -> Double {
    func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }
    let (here, there) = (radians(latitudeDegrees), radians(other.latitudeDegrees))
    let (down, along) = (sin((there - here) / 2), sin(radians(other.longitudeDegrees - longitudeDegrees) / 2))
    let part = down * down + cos(here) * cos(there) * along * along
    return 2 * 6_371_000 * asin(min(1, part.squareRoot()))
  }
}
