import FileStorage
import MediaCore
import MovieCoding
import StillCoding

extension LivePhotoFiles {
  /// Checks whether a still and a movie, in either order, are a Live Photo. Every picture of the movie is decoded once.
  /// - Throws: ``LivePhotoError`` with `.unreadable`, or with `.invalidSetting` for two stills or two movies; damaged
  ///   files are not thrown but judged. `CancellationError`.
  public func verify(
    _ first: String, _ second: String, progress: ProgressHandler? = nil
  ) async throws -> Verdict {
    let meter = ProgressMeter(progress)
    let evidence = try PairEvidence(InputFile(first, of: source), InputFile(second, of: source))
    let verdict = try Self.verify(evidence, meter: meter, from: 0, to: 1)
    meter.finish()
    return verdict
  }

  static func verify(
    _ evidence: PairEvidence, meter: ProgressMeter, from start: Double, to end: Double
  ) throws -> Verdict {
    try meter.report(start)
    let grid = evidence.stillGrid()
    let part = (end - start) * 0.9
    let look = try Self.look(at: evidence) { try meter.report(start + part * $0) }
    return evidence.verdict(look: look, stillGrid: grid)
  }

  /// The movie's pictures, or why there are none.
  /// - Throws: `CancellationError`.
  static func look(
    at evidence: PairEvidence, checkpoint: (Double) throws -> Void
  ) throws -> Result<MovieLook, any Error> {
    let look = Result {
      let (movie, source) = (try evidence.movie.get(), evidence.movieInput.bytes)
      return try MovieLook(of: movie, source: source, checkpoint: checkpoint)
        .readingUnits(of: movie, source).hearing(movie, source)
    }
    if case .failure(let error as CancellationError) = look { throw error }
    return look
  }

  /// Checks whether a still or a movie and the other half, which lies beside it, are a Live Photo.
  /// - Throws: As ``verify(_:_:progress:)``; ``LivePhotoError`` with `.unsupported` when there is no other half.
  public func verify(partOfPair path: String, progress: ProgressHandler? = nil) async throws -> Verdict {
    let halves = try PairLookup.halves(of: path, in: source)
    return try await verify(halves.still.path, halves.movie.path, progress: progress)
  }
}
