import Dispatch
import PhotoLibrary
import Synchronization

/// Keeps a list by what observers are told, index by index.
final class ListFollower: PhotoLibraryChangeObserver {
  private struct State {
    var result: FetchResult<Asset>
    var list: [String]
    var count = 0
    var failures: [String] = []
  }

  private let state: Mutex<State>
  private let told = DispatchSemaphore(value: 0)
  private static let patience = 60.0

  private static var options: FetchOptions {
    var options = FetchOptions()
    options.sortDescriptors = [AssetSortDescriptor(.isFavorite, ascending: false), AssetSortDescriptor(.creationDate)]
    return options
  }

  /// How often it was told.
  var count: Int { state.withLock { $0.count } }

  init(_ library: PhotoLibrary) throws {
    let result = try Asset.fetchAssets(in: library, options: Self.options)
    state = Mutex(State(result: result, list: result.map(\.localIdentifier)))
    library.register(self)
  }

  func photoLibraryDidChange(_ change: LibraryChange) {
    state.withLock { state in
      state.count += 1
      do {
        guard let details = try change.changeDetails(for: state.result) else { return }
        var list = state.list
        for index in (details.removedIndexes ?? []).reversed() { list.remove(at: index) }
        for (index, object) in zip(details.insertedIndexes ?? [], details.insertedObjects) {
          list.insert(object.localIdentifier, at: index)
        }
        let moving = Set(details.moves.map(\.from))
        var rest = list.indices.filter { !moving.contains($0) }.map { list[$0] }
        for move in details.moves { rest.insert(list[move.from], at: move.to) }
        (state.list, state.result) = (rest, details.fetchResultAfterChanges)
      } catch {
        state.failures.append("observer: \(error)")
      }
    }
    told.signal()
  }

  /// How the list differs from what a new fetch finds, once nothing more is told.
  func difference(from library: PhotoLibrary) throws -> [String] {
    let fresh = try Asset.fetchAssets(in: library, options: Self.options).map(\.localIdentifier)
    while state.withLock({ $0.list }) != fresh {
      // What is on its way still comes.
      guard told.wait(timeout: .now() + Self.patience) == .success else {
        return [
          "the list that follows changes has \(state.withLock { $0.list.count }) assets, a new fetch \(fresh.count)"
        ]
      }
    }
    return state.withLock { $0.failures }
  }
}

/// Keeps a set by the history of changes.
final class HistoryFollower: Sendable {
  private struct State {
    var known: Set<String>
    var count = 0
    var failures: [String] = []
  }

  private let state: Mutex<State>
  private let told = DispatchSemaphore(value: 0)
  private static let patience = 60.0

  /// How many changes it was told of.
  var count: Int { state.withLock { $0.count } }

  init(_ library: PhotoLibrary) throws {
    // What comes between is told twice, and does no harm.
    let token = try library.currentChangeToken()
    state = Mutex(State(known: try Self.all(in: library)))
    Task { [weak self] in
      do {
        for try await change in library.persistentChanges(since: token) { self?.take(change) }
      } catch {
        self?.state.withLock { $0.failures.append("history: \(error)") }
      }
      self?.told.signal()
    }
  }

  private func take(_ change: LibraryHistory.Change) {
    state.withLock { state in
      state.count += 1
      state.known.formUnion(change.insertedAssets)
      state.known.subtract(change.deletedAssets)
    }
    told.signal()
  }

  private static func all(in library: PhotoLibrary) throws -> Set<String> {
    var options = FetchOptions()
    options.includeHiddenAssets = true
    let living = try Asset.fetchAssets(in: library, options: options)
    return try Set(
      (Array(living) + Asset.fetchAssets(of: .smartAlbum(.recentlyDeleted), in: library)).map(\.localIdentifier))
  }

  /// How the set differs from what a new fetch finds, once nothing more is told.
  func difference(from library: PhotoLibrary) throws -> [String] {
    let fresh = try Self.all(in: library)
    while state.withLock({ $0.known }) != fresh {
      guard told.wait(timeout: .now() + Self.patience) == .success, state.withLock({ $0.failures.isEmpty }) else {
        return state.withLock { $0.failures } + ["the history tells of other assets than a new fetch"]
      }
    }
    return state.withLock { $0.failures }
  }
}
