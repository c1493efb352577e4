/// Parts of paths.
enum FileNames {
  /// What follows the last slash.
  static func name(of path: String) -> String {
    path.split(separator: "/", omittingEmptySubsequences: true).last.map(String.init) ?? path
  }

  /// The extension in lower case, without its dot; empty if there is none.
  static func fileExtension(of path: String) -> String {
    let name = name(of: path)
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return "" }
    return name[name.index(after: dot)...].lowercased()
  }

  /// The name without its extension.
  static func stem(of path: String) -> String {
    let name = name(of: path)
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return name }
    return String(name[..<dot])
  }

  /// A name in a folder; the current folder's is left out.
  static func path(_ folder: String, _ name: String) -> String {
    if folder.isEmpty || folder == "." { return name }
    return folder.hasSuffix("/") ? folder + name : folder + "/" + name
  }

  /// The stem of a still's or Motion Photo's name, without the `MP` before the extension that marks the latter.
  static func stemOfPhoto(_ path: String) -> String {
    let stem = stem(of: path)
    guard stem.lowercased().hasSuffix(".mp"), stem.utf8.count > 3 else { return stem }
    return String(stem.dropLast(3))
  }

  /// A stem that somebody wished for, or `nil` for none.
  /// - Throws: ``LivePhotoError`` with `.invalidSetting` for one that would leave the folder, or hide the files.
  static func checked(_ stem: String?) throws(LivePhotoError) -> String? {
    guard let stem else { return nil }
    guard !stem.isEmpty, !stem.contains("/"), !stem.contains("\0"), !stem.hasPrefix(".") else {
      throw LivePhotoError(
        .invalidSetting, file: stem.isEmpty ? "name" : stem,
        message: "This cannot be the stem of a name. Name it without folders, and not beginning with a dot.")
    }
    return stem
  }

  /// The folder that a path lies in; `.` for a bare name.
  static func folder(of path: String) -> String {
    var path = path[...]
    while path.count > 1, path.last == "/" { path.removeLast() }
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}

extension FileKind {
  /// The extensions that fit, in lower case; none for what is not known.
  var extensions: Set<String> {
    switch self {
    case .jpeg: ["jpg", "jpeg", "jpe"]
    case .heic: ["heic", "heif", "hif"]
    case .avif: ["avif"]
    case .png: ["png"]
    case .webp: ["webp"]
    case .gif: ["gif"]
    case .tiff: ["tif", "tiff", "dng"]
    case .movie: ["mov", "qt", "mp4", "m4v"]
    case .foreignMovie: ["mkv", "webm", "avi", "ts", "mts", "m2ts", "mpg", "mpeg"]
    case .zip: ["livp", "zip"]
    case .unknown: []
    }
  }
}
