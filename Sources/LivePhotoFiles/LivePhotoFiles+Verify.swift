import FileStorage
import MediaCore
import MovieCoding
import StillCoding

extension LivePhotoFiles {
  /// Whether a still and a movie, in either order, are a Live Photo. Every picture of the movie is decoded once.
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
      try MovieLook(of: evidence.movie.get(), source: evidence.movieInput.bytes, checkpoint: checkpoint)
    }
    if case .failure(let error as CancellationError) = look { throw error }
    return look
  }

  /// Whether a still or a movie and the other half, which lies beside it, are a Live Photo.
  /// - Throws: As ``verify(_:_:progress:)``; ``LivePhotoError`` with `.unsupported` when there is no other half.
  public func verify(partOfPair path: String, progress: ProgressHandler? = nil) async throws -> Verdict {
    let halves = try PairLookup.halves(of: path, in: source)
    return try await verify(halves.still.path, halves.movie.path, progress: progress)
  }

  /// Finds the pairs below a folder, by their identifiers and then by their names, and judges each.
  /// - Throws: ``LivePhotoError`` with `.unreadable` when the folder cannot be read. `CancellationError`.
  public func verify(folder: String, progress: ProgressHandler? = nil) async throws -> FolderVerdict {
    let meter = ProgressMeter(progress)
    var verdict = FolderVerdict(folder: folder)
    for unit in ArchiveWalk([folder], of: source) {
      switch unit {
      case .pair(let still, let movie, _), .bundle(_, let still, let movie):
        let evidence = try PairEvidence(InputFile(still, of: source), InputFile(movie, of: source))
        let judged = try Self.verify(evidence, meter: meter, from: 0.5, to: 0.5)
        verdict.pairs.append(.init(foundBy: .name, verdict: judged))
      case .motionPhoto(let path): verdict.motionPhotos.append(path)
      case .still(let path): verdict.stillsAlone.append(path)
      case .movie(let path): verdict.moviesAlone.append(path)
      case .broken(let path, let why): verdict.unreadable.append(.init(path: path, message: why))
      case .archive, .passedOver: break
      }
    }
    meter.finish()
    return verdict
  }

  /// What a file is to pairing; `nil` for what is neither still nor movie.
  static func candidate(
    _ path: String, of files: any FileSource
  ) throws(LivePhotoError) -> PairFinder.Candidate? {
    let input = try InputFile(path, of: files)
    switch input.kind {
    case .jpeg, .heic, .avif, .png, .webp:
      let still = try still(input.bytes)
      return PairFinder.Candidate(
        path: path, isStill: true, identifier: still.contentIdentifier, isMotionPhoto: still.motionPhoto != nil)
    case .movie:
      return PairFinder.Candidate(path: path, isStill: false, identifier: try movie(input.bytes).contentIdentifier)
    case .gif, .tiff, .foreignMovie, .zip, .unknown: return nil
    }
  }
}
