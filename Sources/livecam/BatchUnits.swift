import FileStorage
import LivePhotoFiles
import SystemCalls

/// The units that a command works on, one after another, each once.
struct BatchUnits {
  /// The kinds of units that commands take.
  enum Kind: Sendable {
    /// The files that belong together.
    case photos
    /// The files that belong together or can be put together, with movies of other kinds than Live Photos have.
    case material
    /// Each file by itself. One that is named is a still here, whatever it holds.
    case files
  }

  /// Files that are nothing to the command.
  var otherCount: Int { endedOthers + (walk?.otherCount ?? 0) }
  private let kind: Kind
  private let paths: BatchPaths
  private var walk: ArchiveWalk?
  private var foreign = ForeignMovies(of: DiskFiles())
  private var endedOthers = 0
  private var waiting: [ArchiveUnit] = []
  /// The paths that have been met, by their bytes.
  private var seen: Set<[UInt8]> = []

  init(_ kind: Kind, of paths: BatchPaths) {
    (self.kind, self.paths) = (kind, paths)
    if kind != .files { walk = ArchiveWalk(paths, of: DiskFiles()) }
  }

  mutating func next() -> ArchiveUnit? {
    while let unit = take() {
      if seen.insert(BatchRun.absolute(unit.path).systemBytes).inserted { return unit }
    }
    return nil
  }

  private mutating func take() -> ArchiveUnit? {
    if kind == .photos { return walk?.next() }
    if kind == .material {
      while let unit = walk?.next() { if let unit = foreign.replacing(unit) { return unit } }
      return foreign.next()
    }
    while true {
      if let unit = waiting.popLast() { return unit }
      if let unit = walk?.next() {
        waiting = unit.files.reversed()
        continue
      }
      endedOthers = otherCount
      walk = nil
      guard let path = paths.next() else { return nil }
      guard BatchOptions.isFolder(path) else { return .still(path) }
      walk = ArchiveWalk([path], of: DiskFiles())
    }
  }
}
