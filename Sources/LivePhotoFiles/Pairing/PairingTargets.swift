import MediaCore

/// The names of the files that pairing writes: none of them twice, and each below the place of what it is made of.
struct PairingTargets {
  private let roots: [(path: String, target: String)]
  /// In lower case: many disks take names that differ in that alone for one.
  private var taken: Set<String> = []

  /// - Throws: ``LivePhotoError`` with `.invalidSetting` for folders whose results would lie in one another.
  init(_ request: PairingRequest) throws(LivePhotoError) {
    let output = request.output ?? ""
    guard request.folders.count > 1 else {
      roots = request.folders.map { ($0, output) }
      return
    }
    var roots: [(path: String, target: String)] = []
    for folder in request.folders {
      let name = FileNames.name(of: folder)
      guard ![".", "..", "/", ""].contains(name), !roots.contains(where: { FileNames.name(of: $0.path) == name }) else {
        throw LivePhotoError(
          .invalidSetting, context: folder,
          message: "Each folder becomes one of the same name in --output. Name folders of different names.")
      }
      roots.append((folder, FileNames.path(output, name)))
    }
    // Of folders in one another the inner one counts.
    self.roots = roots.sorted { $0.path.utf8.count > $1.path.utf8.count }
  }

  /// Where a file belongs.
  func place(of path: String) -> String {
    for root in roots {
      let start = root.path.hasSuffix("/") ? root.path : root.path + "/"
      // A mark at the beginning of a name makes one character with the slash.
      guard path.utf8.starts(with: start.utf8) else { continue }
      return FileNames.path(root.target, String(path.unicodeScalars.dropFirst(start.unicodeScalars.count)))
    }
    preconditionFailure("a file that lies in none of the folders")
  }

  /// Takes a file's own name.
  mutating func keep(_ path: String) { taken.insert(place(of: path).lowercased()) }

  /// Takes a file's own name, or that with a number if another has got it.
  mutating func free(_ path: String) -> String {
    let place = place(of: path)
    return free(FileNames.path(FileNames.folder(of: place), FileNames.stem(of: place)), [FileNames.tail(of: place)])[0]
  }

  /// Gives names up that were not used.
  mutating func release(_ names: [String]) { taken.subtract(names.map { $0.lowercased() }) }

  /// Takes the names of a still and its movie, of one stem.
  mutating func free(pair still: FileFacts) -> (still: String, movie: String) {
    let place = place(of: still.path)
    // A Motion Photo's mark is none of a still's.
    let stem = still.announcedVideo == nil ? FileNames.stem(of: place) : FileNames.stemOfPhoto(place)
    let tail = still.kind.fits(place) ? FileNames.tail(of: place) : "." + still.kind.nameExtension
    let names = free(FileNames.path(FileNames.folder(of: place), stem), [tail, ".MOV"])
    return (names[0], names[1])
  }

  private mutating func free(_ stem: String, _ tails: [String]) -> [String] {
    var number = 1
    while true {
      let names = tails.map { stem + (number == 1 ? "" : " (\(number))") + $0 }
      let keys = names.map { $0.lowercased() }
      if taken.isDisjoint(with: keys) {
        taken.formUnion(keys)
        return names
      }
      number += 1
    }
  }
}

extension FileNames {
  /// What follows the stem of a name: the extension with its dot, as it is written.
  static func tail(of path: String) -> String {
    String(name(of: path).unicodeScalars.dropFirst(stem(of: path).unicodeScalars.count))
  }
}
