package import FileStorage

/// Movies of kinds that are no halves of Live Photos, such as WebM, where Live Photos are to be made of them: each becomes a
/// unit with the still of its name, or alone.
package struct ForeignMovies {
  private let files: any FileSource
  /// Movies that may have a still, in the order in which they came, by the key of their names.
  private var waiting: [(key: String, path: String)] = []

  /// No movies yet; the files of units are in `files`.
  package init(of files: any FileSource) { self.files = files }

  /// Takes a unit of a walk; returns what is to be worked on in its place, or `nil` if that comes later. A walk tells of
  /// what it passes over before it tells of stills alone.
  package mutating func replacing(_ unit: ArchiveUnit) -> ArchiveUnit? {
    switch unit {
    case .passedOver(let path, _) where isForeignMovie(path):
      waiting.append((PairFinder.key(of: path), path))
      return nil
    case .still(let path):
      let key = PairFinder.key(of: path)
      guard let index = waiting.firstIndex(where: { $0.key == key }) else { return unit }
      return .pair(still: path, movie: waiting.remove(at: index).path, foundBy: .name)
    default: return unit
    }
  }

  /// The next of the movies that no still was found for, once the walk has ended.
  package mutating func next() -> ArchiveUnit? { waiting.isEmpty ? nil : .movie(waiting.removeFirst().path) }

  private func isForeignMovie(_ path: String) -> Bool {
    // What cannot be opened has been told of; what a link leads to has a path of its own.
    guard !files.isLink(path), let input = try? InputFile(path, of: files) else { return false }
    return input.kind == .foreignMovie
  }
}
