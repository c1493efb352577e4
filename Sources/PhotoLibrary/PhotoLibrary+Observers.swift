import Dispatch
import Synchronization

/// Whoever wants to know when the library has changed. Stands for `PHPhotoLibraryChangeObserver`.
public protocol PhotoLibraryChangeObserver: AnyObject, Sendable {
  /// The library has changed. Called on a serial queue of the library's own, never on the main one.
  func photoLibraryDidChange(_ change: LibraryChange)
}

extension PhotoLibrary {
  /// Tells `observer` of changes from here on, as long as it lives. Registering it twice changes nothing.
  public func register(_ observer: any PhotoLibraryChangeObserver) { observers.add(observer) }

  /// Tells `observer` no more, apart from what is already on its way.
  public func unregisterChangeObserver(_ observer: any PhotoLibraryChangeObserver) { observers.remove(observer) }
}

/// The observers of a library, held weakly.
final class ObserverList: Sendable {
  private struct Entry: Sendable {
    weak var observer: (any PhotoLibraryChangeObserver)?
  }

  private let entries = Mutex<[Entry]>([])

  func add(_ observer: any PhotoLibraryChangeObserver) {
    entries.withLock { entries in
      entries.removeAll { $0.observer == nil || $0.observer === observer }
      entries.append(Entry(observer: observer))
    }
  }

  func remove(_ observer: any PhotoLibraryChangeObserver) {
    entries.withLock { $0.removeAll { $0.observer == nil || $0.observer === observer } }
  }

  /// Tells everybody who is registered now.
  func tell(_ library: PhotoLibrary, on queue: DispatchQueue) {
    let present = entries.withLock { $0 }
    guard !present.isEmpty else { return }
    queue.async {
      let change = LibraryChange(library: library)
      for entry in present { entry.observer?.photoLibraryDidChange(change) }
    }
  }
}
