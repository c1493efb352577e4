/// Files of folders that belong together: the unit that commands over many files work on.
public enum ArchiveUnit: Sendable, Hashable {
  /// A still and a movie of two files.
  case pair(still: String, movie: String, foundBy: PairClue)
  /// A `.pvt` folder with its two files.
  case bundle(String, still: String, movie: String)
  /// A still that holds its movie itself.
  case motionPhoto(String)
  /// A `.livp` or `.zip` archive of one still and one movie.
  case archive(String)
  /// A still that is no part of a pair.
  case still(String)
  /// A movie that is no part of a pair.
  case movie(String)
  /// A folder of whose name alone there is something to say.
  case folder(String)
  /// A file or folder that is damaged or cannot be read, and why.
  case broken(String, why: String)
  /// A file or folder that was left alone though its name or its content is that of a picture, a movie or an archive,
  /// and why.
  case passedOver(String, why: String)

  /// The file or folder that stands for the unit: the still's, of a pair.
  public var path: String {
    switch self {
    case .pair(let path, _, _), .bundle(let path, _, _), .motionPhoto(let path), .archive(let path), .still(let path),
      .movie(let path), .folder(let path), .broken(let path, _), .passedOver(let path, _):
      path
    }
  }

  /// Indicates whether the unit is made of two files.
  var hasTwoFiles: Bool {
    switch self {
    case .pair, .bundle: true
    default: false
    }
  }

  /// All paths of the unit, the still's before the movie's.
  public var paths: [String] {
    if case .pair(let still, let movie, _) = self { return [still, movie] }
    return [path]
  }

  /// The paths of the files that the unit is made of.
  var files: [String] {
    if case .bundle(_, let still, let movie) = self { return [still, movie] }
    return paths
  }
}

/// The clue by which two files were found to belong together.
public enum PairClue: String, Sendable, Codable {
  /// They have the same content identifier.
  case identifier
  /// Their names are alike but for the extension.
  case name
  /// They lie in one `.pvt` folder.
  case bundle
}
