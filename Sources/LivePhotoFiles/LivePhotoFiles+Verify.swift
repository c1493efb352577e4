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
  ///
  /// `.pvt` folders count as one pair each, and a path that is one is judged alone. Files that are neither stills nor
  /// movies are passed over.
  /// - Throws: ``LivePhotoError`` with `.unreadable` when the folder cannot be read. `CancellationError`.
  public func verify(folder: String, progress: ProgressHandler? = nil) async throws -> FolderVerdict {
    let meter = ProgressMeter(progress)
    var verdict = FolderVerdict(folder: folder)
    var entries: [FolderTree.Entry]
    do throws(FileStoreError) {
      entries = try FolderTree.entries(in: folder, of: source, isLeaf: PairFolder.hasName)
    } catch {
      throw LivePhotoError(.unreadable, context: folder, message: "\(error.message).", underlying: error)
    }
    if PairFolder.hasName(folder) { entries = [FolderTree.Entry(path: folder, isFolder: true)] }
    let pairs = try pairs(in: entries, meter: meter, noting: &verdict)
    for (index, pair) in pairs.enumerated() {
      let start = 0.2 + 0.8 * Double(index) / Double(pairs.count)
      do {
        let evidence = try PairEvidence(InputFile(pair.still, of: source), InputFile(pair.movie, of: source))
        let judged = try Self.verify(evidence, meter: meter, from: start, to: start)
        verdict.pairs.append(.init(foundBy: pair.foundBy, verdict: judged))
      } catch let error as LivePhotoError {
        verdict.unreadable.append(.init(path: error.context, message: error.text(behind: error.context)))
      }
    }
    meter.finish()
    return verdict
  }

  /// The pairs among files and bundles; what is no part of one is noted in the verdict.
  private func pairs(
    in entries: [FolderTree.Entry], meter: ProgressMeter, noting verdict: inout FolderVerdict
  ) throws -> [PairFinder.Pair] {
    var candidates: [PairFinder.Candidate] = []
    var bundles: [PairFinder.Pair] = []
    for (index, entry) in entries.enumerated() {
      try meter.report(0.2 * Double(index) / Double(entries.count))
      if entry.isFolder {
        do throws(FileStoreError) {
          let members = try PairFolder.members(in: entry.path, of: source)
          if members.count == 2 {
            bundles.append(PairFinder.Pair(still: members[0], movie: members[1], foundBy: .bundle))
          } else {
            verdict.unreadable.append(
              .init(path: entry.path, message: "a bundle of \(members.count) files, not of two"))
          }
        } catch {
          verdict.unreadable.append(.init(path: entry.path, message: error.text(behind: entry.path)))
        }
        continue
      }
      do throws(LivePhotoError) {
        if let candidate = try Self.candidate(entry.path, of: source) { candidates.append(candidate) }
      } catch {
        verdict.unreadable.append(.init(path: entry.path, message: error.text(behind: entry.path)))
      }
    }
    let found = PairFinder(candidates)
    verdict.motionPhotos = found.motionPhotos
    verdict.stillsAlone = found.stillsAlone
    verdict.moviesAlone = found.moviesAlone
    verdict.duplicates = found.duplicates
    return found.pairs + bundles
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
