import ByteCoding
import FileStorage
import MediaCore
import StillCoding
import Synchronization

/// Makes a Live Photo of a still and a movie that belong together, by what ``LivePhotoFiles/repair(_:progress:)`` does;
/// a pair that needs nothing stays as it is, byte for byte.
struct PairMender {
  /// The parts that the two are to be written as, and the changes in them.
  struct Result {
    let parts: [PairOutput.Part]
    let changes: [String]
  }

  /// The reason why the two do not become a Live Photo.
  struct Refusal: Error {
    let reason: String
    /// Indicates whether the movie itself is damaged, so that no still would help.
    let isMovieBroken: Bool
  }

  /// Rules that a movie breaks by itself.
  private static let rulesOfMovies: Set<Rule> = [.boxesNest, .sampleTables, .oneVideoTrack, .decodes]

  private let still: FileFacts
  private let movie: FileFacts
  private let source: any FileSource
  private let names: (still: String, movie: String)

  init(_ decision: PairDecision, names: (still: String, movie: String), source: any FileSource) {
    (still, movie) = (decision.files[0], decision.files[1])
    (self.names, self.source) = (names, source)
  }

  /// - Throws: ``Refusal``; `CancellationError`.
  func result(withOwnIdentifier: Bool) async throws -> Result {
    do {
      return try await mended(withOwnIdentifier)
    } catch let error as LivePhotoError {
      let path = error.context == names.still ? still.path : error.context == names.movie ? movie.path : error.context
      let isBroken = error.code == .malformed && path == movie.path
      let reason = error.text(behind: error.context)
      throw Refusal(reason: isBroken ? reason : "\(path): \(reason)", isMovieBroken: isBroken)
    } catch let error as CodingError {
      throw Refusal(reason: "\(still.path): \(error)", isMovieBroken: false)
    } catch let error as ByteError {
      throw Refusal(reason: "\(error)", isMovieBroken: false)
    }
  }

  private func mended(_ withOwnIdentifier: Bool) async throws -> Result {
    let (photo, film) = (try InputFile(still.path, of: source), try InputFile(movie.path, of: source))
    let (rope, notes) = try prepared(photo)
    // Looked at under the names that the two will have: a name alone is no reason to rewrite a file.
    let halves = NamedHalves(files: [
      names.still: .init(RopeBytes(rope, name: names.still), modificationNanoseconds: photo.modified),
      names.movie: .init(
        RopeBytes(ByteRope(film.bytes), name: names.movie), modificationNanoseconds: film.modified),
    ])
    if !withOwnIdentifier, try isRight(halves) {
      return Result(
        parts: [
          .init(role: .still, path: names.still, rope: rope, modified: photo.modified),
          .init(role: .movie, path: names.movie, rope: ByteRope(film.bytes), modified: film.modified),
        ], changes: notes)
    }
    var request = RepairRequest(names.still, names.movie, output: FileNames.folder(of: names.still))
    if withOwnIdentifier {
      request.identifier = try ContentIdentity.identifier(of: [photo.bytes, film.bytes])
    }
    if movie.stillSeconds == nil, let time = still.announcedSeconds, time > 0, time < movie.durationSeconds {
      request.stillTime = MediaTime(seconds: time, preferredTimescale: 1_000_000)
    }
    let drafts = DraftKeeper()
    let report = try await LivePhotoFiles(store: drafts, source: halves).repair(request)
    guard report.isLivePhoto else {
      throw Refusal(
        reason: report.unmended.map { "\($0.rule.rawValue): \($0.found)" }.joined(separator: "; "),
        isMovieBroken: report.unmended.contains { Self.rulesOfMovies.contains($0.rule) })
    }
    func part(_ role: WrittenFile.Role, _ input: InputFile, _ rope: ByteRope, _ name: String, _ mended: String)
      -> PairOutput.Part
    {
      guard !report.changes.isEmpty, let draft = drafts.draft(mended) else {
        return .init(role: role, path: name, rope: rope, modified: input.modified)
      }
      return .init(role: role, path: name, size: input.bytes.count, modified: input.modified, body: draft.body)
    }
    return Result(
      parts: [
        part(.still, photo, rope, names.still, report.still),
        part(.movie, film, ByteRope(film.bytes), names.movie, report.movie),
      ], changes: notes + report.changes + report.doubts.map { "in doubt: \($0)" })
  }

  /// Tells whether there is nothing to mend, by as little looking as possible.
  private func isRight(_ halves: NamedHalves) throws -> Bool {
    let verdict = try PairEvidence(InputFile(names.still, of: halves), InputFile(names.movie, of: halves)).keyVerdict()
    return verdict.failures.isEmpty
      && [.dates, .shape, .likeness].allSatisfy { (rule: Rule) in verdict[rule]?.status == .pass }
  }

  /// The still without the word of a video that is now a file of its own, and with a date where only a sidecar has one.
  private func prepared(_ input: InputFile) throws -> (rope: ByteRope, notes: [String]) {
    var edits = StillEdits()
    var notes: [String] = []
    if still.announcedVideo != nil {
      edits.motionPhoto = .remove
      notes.append("still: its XMP no longer announces a video inside")
    }
    let isMovieDated = movie.recorded.map { !$0.begin.isOfHeader } ?? false
    let isPair = still.identifier != nil && still.identifier == movie.identifier
    if let utc = still.takenBySidecar {
      if still.taken == nil, !isMovieDated {
        edits.date = WallTime(secondsSince1970: utc, nanosecond: 0, utcOffsetSeconds: 0)
      } else if let taken = still.taken, let moment = still.moment, !taken.isUTC, moment.isUTC, !isPair,
        movie.recorded?.begin.offset == nil
      {
        let whole = moment.seconds.rounded(.down)
        edits.date = WallTime(
          secondsSince1970: Int64(whole), nanosecond: Int((moment.seconds - whole) * 1000) * 1_000_000,
          utcOffsetSeconds: moment.offset ?? 0)
      }
    }
    if let date = edits.date {
      let what = still.taken == nil ? "date" : "time zone of its date"
      notes.append("still: \(what) \(date.localString())\(date.offsetString()) from Takeout's JSON")
    }
    guard !notes.isEmpty else { return (ByteRope(input.bytes), []) }
    let edited = try LivePhotoFiles.still(input.bytes).edited(edits)
    return (edited.rope, notes + edited.notes)
  }
}

/// Two files under names that they do not have yet.
private struct NamedHalves: FileSource {
  let files: [String: FileBytes]

  func open(_ path: String) throws(FileStoreError) -> FileBytes {
    guard let file = files[path] else {
      throw FileStoreError(path: path, operation: "open", errno: 2, message: "there is no such file")
    }
    return file
  }

  func exists(_ path: String) -> Bool { files[path] != nil }

  func kind(of path: String) throws(FileStoreError) -> PathKind { .file }

  func names(in folder: String) throws(FileStoreError) -> [String] { files.keys.map(FileNames.name) }
}

/// Keeps what is to be written until it is known whether it shall be.
private final class DraftKeeper: FileStore {
  private let drafts = Mutex<[String: FileDraft]>([:])

  func draft(_ path: String) -> FileDraft? { drafts.withLock { $0[path] } }

  func exists(_ path: String) -> Bool { false }

  func create(_ path: String, _ body: (_ write: (UnsafeRawBufferPointer) throws -> Void) throws -> Void) throws {
    preconditionFailure("a mended pair is written as two files at once")
  }

  func createAll(_ drafts: [FileDraft]) throws {
    self.drafts.withLock { kept in
      for draft in drafts { kept[draft.path] = draft }
    }
  }
}
