import MediaCore

/// The names of the files that pairing writes: none of them twice, and each below the place of what it is made of.
struct PairingTargets {
  private let roots: [(path: String, target: String)]
  /// The folder of the result.
  private let output: String
  /// Indicates whether files stay where they are, so that their names are not free.
  private let isInPlace: Bool
  private let isForLibrary: Bool
  /// The names that are taken, in lower case: many disks treat names that differ only in letter case as one.
  private var taken: Set<String> = []

  /// - Throws: ``LivePhotoError`` with `.invalidSetting` for folders whose results would lie in one another.
  init(_ request: PairingRequest) throws(LivePhotoError) {
    (output, isInPlace, isForLibrary) = (request.output ?? "", request.isInPlace, request.isForLibrary)
    if isForLibrary {
      roots = Self.innermostFirst(request.folders.enumerated().map { [output] in ($1, "\(output)/\($0)") })
      return
    }
    guard request.folders.count > 1, !isInPlace else {
      roots = request.folders.map { [output] in ($0, output) }
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
    self.roots = Self.innermostFirst(roots)
  }

  /// Returns folders with the innermost first: of folders in one another the inner one counts.
  private static func innermostFirst(_ roots: [(path: String, target: String)]) -> [(path: String, target: String)] {
    roots.sorted { $0.path.utf8.count > $1.path.utf8.count }
  }

  /// Takes a file's own name.
  mutating func keep(_ path: String) { taken.insert(place(of: path).lowercased()) }

  /// Decisions, with names for all that they give: whatever comes of one, the others have theirs.
  mutating func tasks(for decisions: [PairDecision]) -> [PairingTask] {
    let kept = decisions.filter { $0.kind == .kept && $0.files[0].role == .still }
    let stills = Set(kept.map { PairFinder.key(of: $0.files[0].path) })
    // Programs that go by names would take it for the movie of a still that has none. Pairs have names of their own. A
    // library goes by no names.
    func isAstray(_ decision: PairDecision) -> Bool {
      !isInPlace && !isForLibrary && decision.kind == .kept && decision.files[0].role == .movie
        && stills.contains(PairFinder.key(of: decision.files[0].path))
    }
    for decision in decisions where !isAstray(decision) {
      let isOne = [.kept, .doubt, .broken].contains(decision.kind)
      for file in decision.files where isInPlace || isOne { keep(file.path) }
    }
    return decisions.map { decision in
      let still = decision.files[0]
      switch decision.kind {
      case .copy where !isInPlace || decision.files.count == 1: return PairingTask(decision: decision, names: [])
      case .kept where isAstray(decision):
        let place = place(of: still.path)
        let names = free(place, FileNames.stem(of: place) + " (video)", [FileNames.tail(of: place)])
        let reason = "\(decision.reason); named \(FileNames.name(of: names[0])), so that nobody pairs it with the still"
        return PairingTask(decision: PairDecision(kind: .kept, files: decision.files, reason: reason), names: names)
      case .kept, .doubt, .broken: return PairingTask(decision: decision, names: [place(of: still.path)])
      case .motionPhoto: return PairingTask(decision: decision, names: [free(still.path)])
      case .pair, .copy: return PairingTask(decision: decision, names: free(pair: decision))
      }
    }
  }

  /// Returns the name of a file's unit in a journal.
  func unit(of path: String) -> String { written(place(of: path)) }

  /// Returns the name of a written file in a journal: its path below the folder of the result.
  func written(_ place: String) -> String {
    String(place.unicodeScalars.dropFirst(output.isEmpty ? 0 : FileNames.path(output, "").unicodeScalars.count))
  }

  /// Returns the path at which a file is written.
  func place(of path: String) -> String {
    if isInPlace { return path }
    for root in roots {
      let start = root.path.hasSuffix("/") ? root.path : root.path + "/"
      // A mark at the beginning of a name makes one character with the slash.
      guard path.utf8.starts(with: start.utf8) else { continue }
      return FileNames.path(root.target, String(path.unicodeScalars.dropFirst(start.unicodeScalars.count)))
    }
    preconditionFailure("a file that lies in none of the folders")
  }

  /// Takes a file's own name, or that with a number if another has got it.
  mutating func free(_ path: String) -> String {
    let place = place(of: path)
    return free(place, FileNames.stem(of: place), [FileNames.tail(of: place)])[0]
  }

  /// Gives names up that were not used.
  mutating func release(_ task: PairingTask) { taken.subtract(task.names.map { $0.lowercased() }) }

  /// Takes the names of a still and its movie, of one stem.
  private mutating func free(pair decision: PairDecision) -> [String] {
    let (still, movie) = (decision.files[0], decision.files[1])
    let place = place(of: still.path)
    // A Motion Photo's mark is none of a still's.
    let stem = still.announcedVideo == nil ? FileNames.stem(of: place) : FileNames.stemOfPhoto(place)
    let tail = still.kind.fits(place) ? FileNames.tail(of: place) : "." + still.kind.nameExtension
    guard isInPlace else { return free(place, stem, [tail, ".MOV"]) }
    // What is right already stays as it is, and both may have each other's names.
    let tailOfMovie = FileNames.fileExtension(of: movie.path) == "mov" ? FileNames.tail(of: movie.path) : ".MOV"
    let own = Set([still, movie].map { $0.path.lowercased() })
    taken.subtract(own)
    defer { taken.formUnion(own) }
    return free(place, stem, [tail, tailOfMovie])
  }

  private mutating func free(_ place: String, _ stem: String, _ tails: [String]) -> [String] {
    let stem = String(place.unicodeScalars.dropLast(FileNames.name(of: place).unicodeScalars.count)) + stem
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
  /// Returns the part of a name behind its stem: the extension with its dot, as it is written.
  package static func tail(of path: String) -> String {
    String(name(of: path).unicodeScalars.dropFirst(stem(of: path).unicodeScalars.count))
  }
}
