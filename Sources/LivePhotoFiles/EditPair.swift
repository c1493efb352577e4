import ByteCoding
import FileStorage
import MovieCoding
import StillCoding

/// The two files of a Live Photo, open and read as far as an edit needs them.
struct EditPair {
  let still: StillFile
  let stillPath: String
  let movie: MovieFile
  let movieSource: FileBytes
  let moviePath: String

  /// The still's name without its extension.
  var stem: String { FileNames.stem(of: stillPath) }

  /// Opens the pair that one of its files, or its bundle, is named of.
  /// - Throws: `LivePhotoError`, naming the file at fault.
  init(_ path: String) throws(LivePhotoError) {
    if PairFolder.hasName(path), let members = PairFolder.members(of: path), members.count == 2 {
      try self.init(members[0], members[1])
    } else {
      try self.init(path, Self.partner(of: path))
    }
  }

  private init(_ first: String, _ second: String) throws(LivePhotoError) {
    let inputs = [try InputFile(first), try InputFile(second)]
    guard let still = inputs.first(where: \.kind.isStill), let movie = inputs.first(where: { $0.kind == .movie }) else {
      throw LivePhotoError(
        .unsupported, file: first, message: "It is no Live Photo: a still and a movie are needed. Name one of those.")
    }
    self.still = try LivePhotoFiles.still(still.bytes)
    self.movie = try LivePhotoFiles.movie(movie.bytes)
    movieSource = movie.bytes
    (stillPath, moviePath) = (still.path, movie.path)
  }

  /// The other file: the one in the same folder with the same identifier, else the one with the same name.
  private static func partner(of path: String) throws(LivePhotoError) -> String {
    let named = try InputFile(path)
    guard named.kind.isStill || named.kind == .movie else {
      throw LivePhotoError(
        .unsupported, file: path, message: "It is neither a still nor a movie of a Live Photo. Name one of those.")
    }
    let folder = FileNames.folder(of: path)
    let names = FolderNames.all(in: folder).filter { !$0.hasPrefix(".") }.sorted()
    let stem = FileNames.stem(of: path).lowercased()
    func isNamesake(_ name: String) -> Bool {
      let other = FileNames.stem(of: name).lowercased()
      return other.hasPrefix(stem) || stem.hasPrefix(other)
    }
    // Files of like names first: as a rule their identifiers settle it, and the rest needs no reading.
    for choice in [names.filter(isNamesake), names] {
      let paths = choice.map { FileNames.name(of: path) == $0 ? path : folder + "/" + $0 }
      let pairs = PairFinder(paths.compactMap { try? LivePhotoFiles.candidate($0) }).pairs
      if let pair = pairs.first(where: { $0.still == path || $0.movie == path }) {
        return pair.still == path ? pair.movie : pair.still
      }
    }
    throw LivePhotoError(
      .unsupported, file: path,
      message: "There is no \(named.kind.isStill ? "movie" : "still") with its identifier or name beside it. Put both "
        + "files of the Live Photo into one folder.")
  }
}
