import ByteCoding
import FileStorage
import MediaCore
import MovieCoding
import StillCoding

/// Everything that was read of two files, for the rules to judge by.
struct PairEvidence {
  let stillInput: InputFile
  let movieInput: InputFile
  let still: Result<StillFile, LivePhotoError>
  let movie: Result<MovieFile, LivePhotoError>

  /// Reads two files, in either order.
  /// - Throws: ``LivePhotoError`` with `.unreadable`, or with `.invalidSetting` for two stills or two movies.
  init(_ first: String, _ second: String) throws(LivePhotoError) {
    let (one, other) = (try InputFile(first), try InputFile(second))
    guard one.isMovie != other.isMovie else {
      throw LivePhotoError(
        .invalidSetting, file: second,
        message: "\(first) is \(one.kind.article), and this is \(other.kind.article). Name a still and a movie.")
    }
    let (photo, film) = one.isMovie ? (other, one) : (one, other)
    (stillInput, movieInput) = (photo, film)
    still = Self.result { () throws(LivePhotoError) in try LivePhotoFiles.still(photo.bytes) }
    movie = Self.result { () throws(LivePhotoError) in try LivePhotoFiles.movie(film.bytes) }
  }

  private static func result<Value>(_ body: () throws(LivePhotoError) -> Value) -> Result<Value, LivePhotoError> {
    do throws(LivePhotoError) { return .success(try body()) } catch { return .failure(error) }
  }

  /// What the rules look at in the still; of one that cannot be read, that it is there.
  var stillFacts: StillFacts {
    let problem: String
    switch still {
    case .success(let still): return StillInspector(file: still, kind: stillInput.kind).facts
    case .failure(let error): problem = "the still cannot be read: \(error.underlying ?? error)"
    }
    return StillFacts(
      kind: stillInput.kind, displayWidth: 0, displayHeight: 0, orientation: .up, hasExif: false,
      makerNoteProblem: problem, identifier: nil, date: nil)
  }

  /// The still's grid, upright.
  func stillGrid() -> Result<LumaGrid, any Error> {
    Result {
      let file = try still.get()
      // Four samples a cell are plenty.
      let picture = try PictureDecoder().decode(stillInput.bytes, maximumSide: 4 * LumaGrid.side)
      return LumaGrid(picture, orientation: file.orientation)
    }
  }

  /// The verdict on the two.
  ///
  /// Without a look the rules that need pictures are left out.
  func verdict(look: Result<MovieLook, any Error>, stillGrid: Result<LumaGrid, any Error>) -> Verdict {
    let traits = PairTraits(
      stillKind: stillInput.kind, largestFile: max(stillInput.bytes.count, movieInput.bytes.count),
      hasLivePhotoInfo: (try? movie.get()).map { MovieRules(file: $0, source: movieInput.bytes).hasLivePhotoInfo }
        ?? false)
    let facts = stillFacts
    let apart = FileRules(
      stillPath: stillInput.path, still: facts, stillGrid: stillGrid, moviePath: movieInput.path
    ).results
    switch movie {
    case .failure(let error):
      var results = apart + [RuleResult(.boxesNest, .failure, "\(error.underlying ?? error)")]
      let checked = Set(results.map(\.rule))
      let others = Rule.allCases.filter { !checked.contains($0) }
      results += others.map { RuleResult($0, .notChecked, "the movie cannot be read") }
      return Verdict(
        still: stillInput.path, movie: movieInput.path, identifier: nil, stillTime: nil, results: results,
        traits: traits)
    case .success(let file):
      let alone = MovieRules(file: file, source: movieInput.bytes).results
      let together = PairRules(still: facts, movie: file).results
      let pictures = PictureRules(movie: file, look: look, still: stillGrid).results
      let identifier = facts.identifier == file.contentIdentifier ? facts.identifier : nil
      return Verdict(
        still: stillInput.path, movie: movieInput.path, identifier: identifier, stillTime: file.stillTime,
        results: apart + alone + together + pictures, traits: traits)
    }
  }
}

extension InputFile {
  /// Whether this is a movie of any kind.
  var isMovie: Bool { kind == .movie || kind == .foreignMovie }
}
