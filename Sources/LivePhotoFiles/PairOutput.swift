import ByteCoding
import FileStorage
import MediaCore
import Synchronization

/// The destination of a result's files: names that must be free before any work begins, and the writing of all of them
/// or none.
struct PairOutput {
  /// A half of a Live Photo that is ready to be written.
  struct Half {
    let path: String
    let rope: ByteRope
    /// The time when the half's original was last changed, in nanoseconds since 1970 UTC.
    let modified: Int64
    /// The file that it was made from.
    let original: String

    fileprivate func part(_ role: WrittenFile.Role) -> Part {
      Part(role: role, path: path, rope: rope, modified: modified)
    }

    fileprivate func input() throws(LivePhotoError) -> InputFile {
      try InputFile(path, RopeBytes(rope, name: original), modified: modified)
    }
  }

  struct Part {
    let role: WrittenFile.Role
    let path: String
    let size: Int
    /// The time when the part's original was last changed, in nanoseconds since 1970 UTC.
    let modified: Int64
    let body: @Sendable (_ write: (UnsafeRawBufferPointer) throws -> Void) throws -> Void
  }

  private let store: any FileStore

  /// Makes sure that nothing is there under any of the names; `advice` is what a user can do where there is.
  /// - Throws: ``LivePhotoError`` with `.unwritable`.
  init(_ store: any FileStore, reserving paths: [String] = [], advice: String = "Choose another --output or --name.")
    throws(LivePhotoError)
  {
    self.store = store
    for path in paths where store.exists(path) {
      throw LivePhotoError(
        .unwritable, context: path,
        message: "A file of this name exists already and was left as it is. \(advice)")
    }
  }

  /// Writes a still and a movie if they are a Live Photo by all that can be told of one of the movie's pictures; else
  /// nothing.
  /// - Throws: ``LivePhotoError`` with `.noLivePhoto`, or as the writing of parts does; `CancellationError`.
  func write(still: Half, movie: Half, meter: ProgressMeter, from start: Double) throws -> [WrittenFile] {
    let verdict = try PairEvidence(still.input(), movie.input()).keyVerdict()
    try meter.report(start + (1 - start) / 4)
    if !verdict.isLivePhoto, let failure = verdict.failures.first {
      throw LivePhotoError(
        .noLivePhoto, context: failure.rule.isOfStill ? still.original : movie.original,
        message: "What is made of it would be no Live Photo, and was not written: \(failure.rule.rawValue), "
          + "\(failure.found)\(failure.found.hasSuffix(".") ? "" : ".") \(failure.rule.advice)")
    }
    return try write([still.part(.still), movie.part(.movie)], meter: meter, from: start + (1 - start) / 4)
  }

  /// Writes all files or none. Progress goes from `start` to `end`.
  /// - Throws: ``LivePhotoError`` with `.unwritable`, or `.unreadable` when a source fails; `CancellationError`.
  func write(_ parts: [Part], meter: ProgressMeter, from start: Double, to end: Double = 1) throws -> [WrittenFile] {
    let total = Double(max(1, parts.reduce(0) { $0 + $1.size }))
    // Two files may be written at once.
    let count = Atomic<Int>(0)
    do {
      try store.createAll(
        parts.map { part in
          FileDraft(part.path, modificationNanoseconds: part.modified) { write in
            try part.body { portion in
              try write(portion)
              let done = count.wrappingAdd(portion.count, ordering: .relaxed).newValue
              try meter.report(start + (end - start) * Double(done) / total)
            }
          }
        })
    } catch let error as FileStoreError {
      throw LivePhotoError(error)
    } catch let error as CodingError {
      throw LivePhotoError(
        .malformed, context: error.context, operation: error.operation, status: error.status, message: error.message,
        underlying: error.underlying)
    } catch let error as ByteError {
      throw LivePhotoError(
        .unreadable, context: parts[0].path, message: "What it is made from can no longer be read. Try again.",
        underlying: error)
    }
    return parts.map { WrittenFile(role: $0.role, path: $0.path, size: $0.size) }
  }
}

extension PairOutput.Part {
  init(role: WrittenFile.Role, path: String, rope: ByteRope, modified: Int64) {
    self.init(role: role, path: path, size: rope.count, modified: modified) { write in try rope.write(write) }
  }
}

extension Rule {
  /// Indicates whether the rule is about the still alone.
  fileprivate var isOfStill: Bool { [.stillExtension, .exif, .makerNote, .stillDecodes].contains(self) }

  /// The advice to a user with two files that break the rule.
  fileprivate var advice: String {
    switch self {
    case .boxesNest, .sampleTables, .tracksPlay, .times, .decodes, .timedMetadata, .stillDecodes, .exif, .readersAgree:
      "Take another copy of it."
    case .editLists: "Export it anew from the program that cut it."
    case .h264Profile, .formats, .oneVideoTrack, .stillExtension:
      "Convert it first: livecam assemble --photo STILL --movie MOVIE --output FOLDER."
    default: "Mend the pair first: livecam repair STILL MOVIE --output FOLDER."
    }
  }
}
