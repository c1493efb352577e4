import PhotoLibrary

/// Reports the pictures that any program adds to a library, changes or deletes.
final class GalleryFollower: Sendable {
  private let following: Task<Void, Never>

  /// Follows a library from now on. `tell` is called with one change after the other, `fail` if the library fails.
  init(
    _ library: PhotoLibrary, _ pictures: LibraryPictures, telling tell: @escaping @Sendable (GalleryChange) -> Void,
    failing fail: @escaping @Sendable (any Error) -> Void = { _ in }
  ) {
    let changes = library.persistentChanges()
    let iterator = UncheckedIterator(iterator: changes.makeAsyncIterator())
    following = Task {
      var iterator = iterator.iterator
      do {
        while let change = try await iterator.next() {
          for told in try await Self.told(change, pictures) { tell(told) }
        }
      } catch { fail(error) }
    }
  }

  // Begun before the task, so that no change is missed. Unchecked: the task alone uses it.
  private struct UncheckedIterator: @unchecked Sendable {
    let iterator: LibraryChanges.Iterator
  }

  /// Tells of no more changes.
  func end() { following.cancel() }

  private static func told(
    _ change: LibraryHistory.Change, _ pictures: LibraryPictures
  ) async throws -> [GalleryChange] {
    let total = try pictures.count()
    let all =
      change.insertedAssets.map { ($0, "added") } + change.updatedAssets.map { ($0, "changed") }
      + change.deletedAssets.map { ($0, "removed") }
    var told: [GalleryChange] = []
    for (id, word) in all {
      let id = LibraryPictures.id(of: id)
      // One that is in the trash, or deleted, is gone for pages.
      let asset = word == "removed" ? nil : try? await pictures.asset(id)
      told.append(GalleryChange(change: asset == nil ? "removed" : word, id: id, asset: asset, total: total))
    }
    return told
  }
}
