package import FileStorage

/// Movies of kinds that are no halves of Live Photos, such as WebM, where Live Photos are to be made of them: each
/// becomes a unit with the still of its name, or alone.
package struct ForeignMovies {
  private let files: any FileSource
  /// Movies in the order in which they came; `nil` once a still was found for one.
  private var movies: [String?] = []
  /// The places of those that may have a still, by the key of their names.
  private var waiting: [String: ArraySlice<Int>] = [:]
  private var position = 0

  /// No movies yet; the files of units are in `files`.
  package init(of files: any FileSource) { self.files = files }

  /// Takes a unit of a walk; returns what is to be worked on in its place, or `nil` if that comes later. A walk tells
  /// of what it passes over before it tells of stills alone.
  package mutating func replacing(_ unit: ArchiveUnit) -> ArchiveUnit? {
    switch unit {
    case .passedOver(let path, _) where isForeignMovie(path):
      waiting[PairFinder.key(of: path), default: []].append(movies.count)
      movies.append(path)
      return nil
    case .still(let path):
      guard let index = waiting[PairFinder.key(of: path)]?.popFirst(), let movie = movies[index] else { return unit }
      movies[index] = nil
      return .pair(still: path, movie: movie, foundBy: .name)
    default: return unit
    }
  }

  /// The next of the movies that no still was found for, once the walk has ended.
  package mutating func next() -> ArchiveUnit? {
    while position < movies.count {
      defer { position += 1 }
      if let path = movies[position] { return .movie(path) }
    }
    return nil
  }

  private func isForeignMovie(_ path: String) -> Bool {
    // What cannot be opened has been told of; what a link leads to has a path of its own.
    guard !files.isLink(path), let input = try? InputFile(path, of: files) else { return false }
    return input.kind == .foreignMovie
  }
}
