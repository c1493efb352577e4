import FileStorage

/// A file that a program wrote to while it copied or downloaded a picture, a movie or an archive, and left behind
/// before all of it had come, as its name tells.
struct HalfCopy {
  /// The path of what was left.
  let path: String
  /// The sentence for people: of what it is, and what to do.
  let problem: String

  /// What a file is by its name; `nil` for other names.
  init?(_ path: String, of files: any FileSource) {
    let folder = FileNames.folder(of: path)
    let name = FileNames.name(of: path)
    let isKept = FileNames.name(of: folder) == Self.partialFolder
    guard let original = isKept ? name : Self.original(of: name), FileKind.isMediaName(original) else { return nil }
    let place = FileNames.path(isKept ? FileNames.folder(of: folder) : folder, original)
    let isThere = (try? files.kind(of: place)) != nil  // a link to nowhere is no copy either
    self.path = path
    problem =
      "It is a half copy of \(original), which a program has begun and not finished. "
      + (isThere
        ? "\(original) is there, too: remove this one if that is whole." : "Copy or download \(original) again.")
  }

  /// Those in a folder that was looked into whose names begin with a dot, sorted. No file is opened.
  static func hidden(in folder: FolderWalk.Folder, of files: any FileSource) -> [HalfCopy] {
    // The walk counts such names only. What cannot be listed is told by the walk, or none of its business.
    guard folder.hiddenCount > 0, let names = try? files.names(in: folder.path) else { return [] }
    return names.filter { $0.utf8.first == UInt8(ascii: ".") }.sorted().flatMap { name in
      let path = FileNames.path(folder.path, name)
      guard name == partialFolder else { return HalfCopy(path, of: files).map { [$0] } ?? [] }
      let parts = (try? files.names(in: path)) ?? []  // one that cannot be listed is of no use to rsync either
      return parts.sorted().compactMap { HalfCopy(FileNames.path(path, $0), of: files) }
    }
  }

  /// The folder in which rsync keeps what it may go on with.
  private static let partialFolder = ".rsync-partial"

  private static let extensions: Set<String> = [
    "crdownload", "download", "filepart", "opdownload", "part", "partial", "tmp",
  ]

  /// What programs put before a name; rsync and others a dot alone.
  private static let beginnings = [".syncthing.", "~syncthing~", "."]

  /// Returns the name of the file that a copy with a name was to become; `nil` for names that no program gives to such.
  private static func original(of name: String) -> String? {
    var rest = name[...]
    if let beginning = beginnings.first(where: { name.utf8.starts(with: $0.utf8) }) {
      rest = rest.dropFirst(beginning.count)
    }
    let whole = String(rest)
    let inner = FileNames.stem(of: whole)
    let last = whole.utf8.dropFirst(inner.utf8.count + 1)
    if extensions.contains(FileNames.fileExtension(of: whole)) {
      // rclone puts eight digits before it.
      let digits = FileNames.fileExtension(of: inner)
      return digits.utf8.count == 8 && digits.allSatisfy(\.isHexDigit) ? FileNames.stem(of: inner) : inner
    }
    // rsync: six letters or digits by chance.
    let isRandom =
      last.count == 6 && last.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x7a).contains($0 | 0x20) }
    return name.utf8.first == UInt8(ascii: ".") && isRandom && !["icloud", "backup"].contains(String(last))
      ? inner : nil
  }
}
