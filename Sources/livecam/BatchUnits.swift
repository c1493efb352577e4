import FileStorage
import LivePhotoFiles
import SystemCalls

/// What a command works on, one unit after another, each once.
struct BatchUnits {
  /// What commands take for a unit.
  enum Kind: Sendable {
    /// What belongs together.
    case photos
    /// What belongs together or can be put together: also movies of other kinds than Live Photos have.
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
  /// What has come, by the bytes of its path.
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
