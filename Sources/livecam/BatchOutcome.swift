import FileStorage
import LivePhotoFiles
import MediaCore

/// The outcome for one of the many photos that a command works on.
enum BatchOutcome: Sendable {
  case done(CommandReport)
  case failed(BatchFailure)
  /// The command has no work to do on the photo, for the given reason.
  case passedOver(String)
  /// A journal says that it is done, or that it was written by this very work.
  case doneBefore
  /// The work was ended before it was done.
  case ended
}

/// A failure of a command's work on one of many photos.
struct BatchFailure: Sendable {
  /// The kind of error, such as `malformed`.
  let code: String
  let reason: ExitReason
  /// The file at fault.
  let file: String
  /// File, message and cause.
  var message: String

  init(_ error: any Error, on unit: ArchiveUnit) {
    reason = ExitReason(error)
    message = "\(error)"
    switch error {
    case let error as LivePhotoError: (code, file) = ("\(error.code)", error.context)
    case let error as FileStoreError: (code, file) = ("\(error.code)", error.path)
    default: (code, file) = ("internal", unit.path)
    }
  }

  /// Creates the failure for a photo that was found to be broken before any work on it.
  init(broken path: String, why: String) {
    let isReadable = Self.isReadable(path)
    code = isReadable ? "malformed" : "unreadable"
    reason = isReadable ? .damagedInput : .missingInput
    file = path
    message = "\(path): \(why)"
  }

  private static func isReadable(_ path: String) -> Bool {
    let files = DiskFiles()
    // What cannot be read is told already.
    let kind = try? files.kind(of: path)
    return kind == .folder ? (try? files.names(in: path)) != nil : (try? files.open(path)) != nil
  }

  var json: JSONObject { ["code": code, "exitCode": reason.rawValue, "file": file, "message": message] }
}

extension ArchiveUnit {
  /// The files of a Live Photo; `nil` for what is none.
  var halves: (still: String, movie: String)? {
    switch self {
    case .pair(let still, let movie, _), .bundle(_, let still, let movie): (still, movie)
    default: nil
    }
  }

  /// A unit for each file.
  var files: [ArchiveUnit] {
    if case .pair(let still, let movie, _) = self { return [.still(still), .movie(movie)] }
    return [self]
  }

  /// The reason why a command that works on Live Photos of two files has no work to do on the unit.
  var lack: String {
    switch self {
    case .still: "there is no movie with its identifier or name, and none in it"
    case .movie: "there is no still with its identifier or name"
    case .motionPhoto: "a Motion Photo, one file with its movie inside; livecam motionphoto makes a Live Photo of it"
    case .archive: "an archive; livecam disassemble takes it apart"
    case .broken(_, let why), .passedOver(_, let why): why
    case .pair, .bundle, .folder: ""
    }
  }
}
