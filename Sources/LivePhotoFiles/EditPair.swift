import ByteCoding
import FileStorage
import MediaCore
import MovieCoding
import StillCoding

/// The two files of a Live Photo, open and read as far as an edit needs them.
struct EditPair {
  let still: StillFile
  let stillPath: String
  let movie: MovieFile
  let movieSource: FileBytes
  let moviePath: String

  /// The name that both files share, or the still's.
  var stem: String { PathParts(stillPath).stem }

  /// Opens the pair that one of its files is named of.
  /// - Throws: `LivePhotoError`, naming the file at fault.
  init(_ path: String) throws(LivePhotoError) {
    let named = try Self.open(path)
    let isStill = try Self.kind(of: named).isStill
    let partner = try Self.partner(of: path, isStill: isStill)
    let (stillBytes, movieBytes) = try isStill ? (named, Self.open(partner)) : (Self.open(partner), named)
    still = try Self.still(stillBytes)
    movie = try Self.movie(movieBytes)
    movieSource = movieBytes
    (stillPath, moviePath) = (stillBytes.name, movieBytes.name)
  }

  static func open(_ path: String) throws(LivePhotoError) -> FileBytes {
    do throws(FileStoreError) { return try FileBytes(path) } catch {
      throw LivePhotoError(.unreadable, file: path, message: error.message + ".", underlying: error)
    }
  }

  static func kind(of source: FileBytes) throws(LivePhotoError) -> FileKind {
    do throws(ByteError) { return try FileKind(of: source) } catch {
      throw LivePhotoError(.unreadable, file: source.name, message: "The file cannot be read.", underlying: error)
    }
  }

  static func still(_ source: FileBytes) throws(LivePhotoError) -> StillFile {
    do { return try StillFile.read(source) } catch {
      throw LivePhotoError(
        error.code == .unsupported ? .unsupported : .malformed, file: source.name,
        message: "The still cannot be read. Take another copy of it.", underlying: error)
    }
  }

  static func movie(_ source: FileBytes) throws(LivePhotoError) -> MovieFile {
    do { return try MovieReader().read(source) } catch {
      throw LivePhotoError(
        .malformed, file: source.name,
        message: "The movie cannot be read. Take another copy of it, or turn it into a Live Photo with `assemble`.",
        underlying: error)
    }
  }

  /// The other file: the one in the same folder with the same identifier, else the one with the same stem.
  private static func partner(of path: String, isStill: Bool) throws(LivePhotoError) -> String {
    let parts = PathParts(path)
    // Files with the same stem first: then the identifier of one file settles it as a rule.
    func rank(_ name: String) -> (Int, String) { (PathParts(name).hasSameStem(as: parts) ? 0 : 1, name) }
    let names = FolderNames.all(in: parts.folder).filter { !$0.hasPrefix(".") && $0 != parts.name }
      .sorted { rank($0) < rank($1) }
    let wanted = try identifier(of: path, isStill: isStill)
    var namesake: String?
    for name in names {
      let isNamesake = PathParts(name).hasSameStem(as: parts)
      guard isNamesake || wanted != nil else { break }
      let candidate = parts.folder + "/" + name
      guard let source = try? FileBytes(candidate), let kind = try? FileKind(of: source),
        isStill ? kind == .movie : kind.isStill
      else { continue }
      if let wanted, (try? identifier(of: candidate, isStill: !isStill)) == wanted { return candidate }
      if isNamesake, namesake == nil { namesake = candidate }
    }
    guard let namesake else {
      throw LivePhotoError(
        .unsupported, file: path,
        message: "There is no \(isStill ? "movie" : "still") with its identifier or name beside it. Put both files of "
          + "the Live Photo into one folder.")
    }
    return namesake
  }

  private static func identifier(of path: String, isStill: Bool) throws(LivePhotoError) -> String? {
    let source = try open(path)
    return isStill ? try still(source).contentIdentifier : try movie(source).contentIdentifier
  }
}

/// A path's folder, name and stem.
struct PathParts {
  let folder: String
  let name: String

  init(_ path: String) {
    let slash = path.lastIndex(of: "/")
    folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    name = slash.map { String(path[path.index(after: $0)...]) } ?? path
  }

  /// The name up to its last point.
  var stem: String {
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return name }
    return String(name[..<dot])
  }

  /// Whether two files are called alike but for their extensions, and for what some programs add to movies' names.
  func hasSameStem(as other: PathParts) -> Bool { key == other.key }

  private var key: String {
    let stem = stem.lowercased()
    return stem.hasSuffix("_hevc") ? String(stem.dropLast(5)) : stem
  }
}
