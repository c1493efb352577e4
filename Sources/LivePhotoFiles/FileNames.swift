import MediaCore
import SystemCalls

/// The parts of paths, told by code points: a mark at the beginning of a name makes one character with what is before
/// it.
package enum FileNames {
  package static func name(of path: String) -> String {
    path.unicodeScalars.split(separator: "/").last.map { String($0) } ?? path
  }

  /// The extension in lower case, without its dot; empty if there is none.
  package static func fileExtension(of path: String) -> String {
    let name = name(of: path).unicodeScalars
    return dot(in: name).map { String(name[name.index(after: $0)...]).lowercased() } ?? ""
  }

  package static func stem(of path: String) -> String {
    let name = name(of: path).unicodeScalars
    return String(name[..<(dot(in: name) ?? name.endIndex)])
  }

  /// Returns the position of the extension's dot; `nil` if there is none, as a dot at the beginning hides a file.
  private static func dot(in name: String.UnicodeScalarView) -> String.Index? {
    name.lastIndex(of: ".").flatMap { $0 > name.startIndex ? $0 : nil }
  }

  /// A name in a folder; the current folder's is left out.
  package static func path(_ folder: String, _ name: String) -> String {
    if folder.isEmpty || folder == "." { return name }
    return folder.hasSuffix("/") ? folder + name : folder + "/" + name
  }

  /// The stem of a still's or Motion Photo's name, without the `MP` before the extension that marks the latter.
  package static func stemOfPhoto(_ path: String) -> String {
    let stem = stem(of: path)
    guard stem.lowercased().hasSuffix(".mp"), stem.utf8.count > 3 else { return stem }
    return String(stem.dropLast(3))
  }

  /// Tells whether a name is that of a description of what the camera itself has done to a photo, which phones put into
  /// `IMG_O1234.AAE`.
  package static func isDescriptionOfOriginal(_ path: String) -> Bool {
    fileExtension(of: path) == "aae" && PairName.original(ofWords: stem(of: path)) != nil
  }

  /// Tells whether a name is that of an edited version.
  package static func isEdited(_ path: String) -> Bool { PairName.original(ofEdited: stem(of: path)) != nil }

  /// Tells whether a path is that of a `.pvt` bundle's property list.
  package static func isBundleList(_ path: String) -> Bool {
    name(of: path).lowercased() == "metadata.plist" && fileExtension(of: folder(of: path)) == "pvt"
  }

  /// A sentence about the names of paths that are not UTF-8, and what to do; `nil` if all are.
  static func encodingProblem(of paths: [String]) -> String? {
    let names = paths.map(name).filter(\.isEscaped).map { name in
      let parts = name.unicodeScalars.map { scalar in
        scalar.escapedByte.map { "\\x" + String($0, radix: 16, uppercase: true) } ?? String(scalar)
      }
      return "'\(parts.joined())'"
    }
    guard let first = names.first else { return nil }
    let subject = names.count == 1 ? "its name \(first) is" : "its names \(names.joined(separator: " and ")) are"
    return
      "\(subject) not UTF-8: Macs, Windows, iCloud, ZIP and JSON cannot hold that, and refuse or change it. Rename "
      + "it, if it is of an old system with 'convmv -f latin1 -t utf8 --notest'"
  }

  /// A stem that somebody wished for, or `nil` for none.
  /// - Throws: ``LivePhotoError`` with `.invalidSetting` for one that would leave the folder, or hide the files.
  static func checked(_ stem: String?) throws(LivePhotoError) -> String? {
    guard let stem else { return nil }
    guard !stem.isEmpty, !stem.utf8.contains(UInt8(ascii: "/")), !stem.utf8.contains(0),
      stem.utf8.first != UInt8(ascii: ".")
    else {
      throw LivePhotoError(
        .invalidSetting, context: stem.isEmpty ? "name" : stem,
        message: "This cannot be the stem of a name. Name it without folders, and not beginning with a dot.")
    }
    return stem
  }

  /// `IMG_0001` becomes `IMG_E0001`, as phones name an edited photo; other names get `_edited` at their end.
  static func edited(_ stem: String) -> String {
    let parts = stem.split(separator: "_", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, parts[0].allSatisfy({ $0.isASCII && $0.isUppercase }), !parts[1].isEmpty,
      parts[1].allSatisfy({ $0.isASCII && $0.isNumber })
    else { return stem + "_edited" }
    return "\(parts[0])_E\(parts[1])"
  }

  /// The old name with what was done to it: `IMG_0001_loop`, `IMG_0001_sheet`, or as it is.
  static func exported(_ stem: String, effect: MovieEffect?, format: ExportFormat) -> String {
    stem + (effect.map { "_" + $0.rawValue } ?? "") + (format == .sheet ? "_sheet" : "")
  }

  /// The folder that a path lies in; `.` for a bare name.
  package static func folder(of path: String) -> String {
    var path = path.unicodeScalars
    while path.last == "/", path.count > 1 { path.removeLast() }
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}

extension FileKind {
  /// The extension with which phones end the names of such files.
  var nameExtension: String { self == .jpeg ? "JPG" : rawValue.uppercased() }

  /// Tells whether a name has an extension of this kind; every name does for an unknown kind.
  func fits(_ path: String) -> Bool { extensions.isEmpty || extensions.contains(FileNames.fileExtension(of: path)) }

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
