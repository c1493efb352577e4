package import FileStorage

/// The units that lie under some paths, folder by folder, each file in one of them.
///
/// Folders are entered with all below them. A file that is named finds its other half beside it, by its name. Halves
/// that lie in different folders and carry one identifier are joined when all else has come.
package struct ArchiveWalk: Sequence, IteratorProtocol {
  /// Files that are neither by their names nor by their content pictures, movies or archives.
  package var otherCount: Int { readOthers + steps.otherCount }
  /// Names that begin with a dot, which are passed over.
  package var hiddenCount: Int { steps.hiddenCount }
  private let files: any FileSource
  private var steps: ArchiveSteps
  private var sorter = UnitSorter()
  private var readOthers = 0
  /// Units that are known, the next one last.
  private var ready: [ArchiveUnit] = []
  /// The units that are returned after all others.
  private var last: AnyIterator<ArchiveUnit>?

  /// A walk through paths of files and folders in their order. They may be many: each is asked for when it is needed.
  package init(_ paths: some Sequence<String>, of files: any FileSource) {
    self.files = files
    steps = ArchiveSteps(paths, of: files)
  }

  /// The next unit, or `nil` after the last.
  package mutating func next() -> ArchiveUnit? {
    while true {
      if let unit = ready.popLast() { return unit }
      if let last { return last.next() }
      switch steps.next() {
      case .unit(let unit): return unit
      case .group(let group):
        let reading = group.reading(of: files)
        readOthers += reading.otherCount
        sorter.add(reading.waiting)
        ready = reading.settled.map(\.unit).reversed()
      case .misnamedFolder: break
      case .folderEnd: ready = sorter.endFolder().reversed()
      case nil: last = sorter.end()
      }
    }
  }
}
