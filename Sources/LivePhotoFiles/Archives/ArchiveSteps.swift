import FileStorage
import MediaCore

/// The way through files and folders, step by step; no file is opened.
struct ArchiveSteps: IteratorProtocol {
  enum Step: Sendable {
    /// Files that may belong together, to be read.
    case group(NameGroup)
    /// A unit that is recognised without reading its files.
    case unit(ArchiveUnit)
    /// A folder whose name is not UTF-8.
    case misnamedFolder(String)
    /// All groups of a folder have come.
    case folderEnd
  }

  /// Folders that were looked into, or told to be unreadable.
  private(set) var folderCount = 0
  /// The folders that were named, and are gone through.
  private(set) var folders: [String] = []
  /// Files that are nothing that is looked for, as far as their names alone tell.
  private(set) var otherCount = 0
  /// Names that begin with a dot.
  private(set) var hiddenCount = 0
  private let files: any FileSource
  private var paths: AnyIterator<String>
  /// The path that was taken from `paths` too early.
  private var nextPath: String?
  private var walk: FolderWalk
  /// Steps that are known, the next one last.
  private var ready: [Step] = []
  /// Indicates whether files by themselves were named, so that one of them may come again.
  private(set) var namesFiles = false
  private let told: ToldFiles
  private var namesakes: Namesakes
  /// The number of files of a list that are looked at together: results do not wait for the list's end.
  private static let portion = 1024

  /// The way through paths of files and folders, in their order. Files that were `told` do not come again.
  init(
    _ paths: some Sequence<String>, of files: any FileSource, scope: ArchiveScope = .all, told: ToldFiles? = nil
  ) {
    self.files = files
    self.told = told ?? ToldFiles(of: files)
    namesakes = Namesakes(of: files)
    walk = FolderWalk(of: files, isLeaf: PairFolder.hasName)
    switch scope {
    case .all: self.paths = AnyIterator(paths.makeIterator())
    case .folders(let folders):
      self.folders = folders
      self.paths = AnyIterator { nil }
      walk.enter(only: folders, below: Array(paths))
    }
  }

  mutating func next() -> Step? {
    while true {
      if let step = ready.popLast() { return step }
      if let folder = walk.next() {
        ready = steps(of: folder).reversed()
      } else if let path = takePath() {
        begin(path)
      } else {
        return nil
      }
    }
  }

  private mutating func takePath() -> String? { nextPath.take() ?? paths.next() }

  private mutating func begin(_ path: String) {
    do throws(FileStoreError) {
      switch try files.kind(of: path) {
      case .folder where PairFolder.hasName(path):
        folders.append(path)
        ready = bundle(path) + [.folderEnd]
      case .folder: enterFolders(from: path)
      case .file: ready = named(from: path).reversed()
      case .other:
        namesFiles = true
        ready = [.unit(.passedOver(path, why: "It is a pipe or a device."))]
      }
    } catch {
      namesFiles = true
      let hint =
        path.utf8.last == UInt8(ascii: "\r") ? " The list has line ends of Windows, which are no part of a name." : ""
      ready = [.unit(.broken(path, why: error.text(behind: path) + hint))]
    }
  }

  /// Folders that are named one after another are entered together, so that links between them are known for such.
  private mutating func enterFolders(from path: String) {
    var folders = [path]
    while let path = takePath() {
      // What cannot be looked at is told when its turn comes.
      guard (try? files.kind(of: path)) == .folder, !PairFolder.hasName(path) else {
        nextPath = path
        break
      }
      folders.append(path)
    }
    self.folders += folders
    walk.enter(folders)
  }

  /// The groups of files that are named one after another and lie in one folder, with what lies beside them under the
  /// same name.
  private mutating func named(from path: String) -> [Step] {
    namesFiles = true
    let folder = FileNames.folder(of: path)
    var (named, extras): ([String], [String]) = ([], [])
    var own: Set<Int> = []
    var next: String? = path
    var count = 0
    while let path = next, count < Self.portion, isFile(path, in: folder) {
      // What lies in a folder that was named is told of there.
      if !told.contains(path), !walk.meets(told.place(of: path)), own.insert(ToldFiles.number(of: path)).inserted {
        named.append(path)
      }
      next = takePath()
      count += 1
    }
    nextPath = next
    for path in named {
      extras += namesakes.paths(beside: path).filter {
        !told.contains($0) && isFile($0, in: folder) && own.insert(ToldFiles.number(of: $0)).inserted
      }
    }
    let groups = NameGroup.all(of: named, extras: extras).map(Step.group)
    // Those of one folder belong together, in however many portions they come.
    return next.map { isFile($0, in: folder) } ?? false ? groups : groups + [.folderEnd]
  }

  /// Tells whether a path is that of a file that lies in a folder.
  private func isFile(_ path: String, in folder: String) -> Bool {
    // What cannot be looked at is told when its turn comes.
    FileNames.folder(of: path).utf8.elementsEqual(folder.utf8) && (try? files.kind(of: path)) == .file
  }

  private mutating func steps(of folder: FolderWalk.Folder) -> [Step] {
    if !folder.isKnown { folderCount += 1 }
    if let error = folder.error {
      return [.unit(.broken(folder.path, why: error.text(behind: folder.path)))]
    }
    let placeholders = CloudPlaceholder.all(in: folder, of: files)
    let copies = HalfCopy.hidden(in: folder, of: files)
    hiddenCount += max(0, folder.hiddenCount - placeholders.count - copies.count)
    var units = placeholders.map { Step.unit(.broken($0.path, why: $0.problem)) }
    units += copies.map { .unit(.broken($0.path, why: $0.problem)) }
    var paths: [String] = []
    for entry in folder.entries {
      let (path, isNamed) = (entry.path, FileKind.isMediaName(entry.path))
      var reason: String?
      switch entry.kind {
      case .file: paths.append(path)
      case .leaf: units += bundle(path)
      case .link(let target): reason = "It is a link to \(target), which is looked at there."
      case .known: reason = "Another path has led to it."
      case .unfollowed: otherCount += 1
      case .special: reason = "It is a pipe or a device."
      case .lost(let error) where isNamed || error.code != .notFound:
        let isAstray = error.code == .notFound && files.isLink(path)
        units.append(
          .unit(.broken(path, why: isAstray ? "It is a link that leads nowhere." : error.text(behind: path))))
      case .lost: otherCount += 1
      }
      if let reason { units.append(.unit(.passedOver(path, why: reason))) }
    }
    let misnamed = FileNames.encodingProblem(of: [folder.path]) != nil && !folder.isKnown
    return (misnamed ? [.misnamedFolder(folder.path)] : []) + units + NameGroup.all(of: paths).map(Step.group)
      + [.folderEnd]
  }

  /// A bundle, and what does not belong in it: it is to be told of, too.
  private func bundle(_ path: String) -> [Step] {
    do {
      let members = try PairFolder.members(in: path, of: files)
      let (still, movie) = try PairLookup.halves(of: members, named: path, in: files)
      // By the bytes: names that are equal as texts may be those of two files.
      let halves = Set([still.path, movie.path].map(ToldFiles.number))
      let others = members.filter { !halves.contains(ToldFiles.number(of: $0)) }
      let folders = try files.names(in: path).sorted().map { FileNames.path(path, $0) }
        .filter { (try? files.kind(of: $0)) == .folder }  // links to nowhere in a bundle are of no use to anybody
      let lists = try PairFolder.brokenLists(in: path, of: files)
      return [.unit(.bundle(path, still: still.path, movie: movie.path))]
        + lists.map { .unit(.broken($0.path, why: $0.why)) }
        + folders.map {
          .unit(.broken($0, why: "A bundle holds files alone, and this folder is not looked into. Move it out."))
        }
        + NameGroup.all(of: others).map(Step.group)
    } catch {
      return [.unit(.broken(path, why: error.text(behind: path)))]
    }
  }
}
