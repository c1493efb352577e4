import Dispatch
import LibraryCapture
import PhotoLibrary
import Synchronization

/// Brings pictures that wait on this machine to where they belong: captures to the shared library, whose server was
/// away, and originals to their store.
final class PictureCourier: Sendable {
  private struct State {
    var isAtWork = false
    var isEnded = false
    /// The library's changes are no longer heard of, since its server went away.
    var isDeaf = false
    var isTroubled = false
  }

  private let library: PhotoLibrary
  private let offline: OfflineLibrary?
  // One thread waits for servers, so that nobody else does.
  private let queue = DispatchQueue(label: "livecam.booth.courier")
  private let state = Mutex(State())
  private let tell: @Sendable (_ level: String, _ message: String) -> Void
  /// Hears of the library's changes again, and of how many pictures there are.
  private let listen: @Sendable () throws -> Void

  init(
    _ library: PhotoLibrary, _ offline: OfflineLibrary?,
    telling tell: @escaping @Sendable (_ level: String, _ message: String) -> Void,
    listening listen: @escaping @Sendable () throws -> Void
  ) {
    (self.library, self.offline, self.tell, self.listen) = (library, offline, tell, listen)
  }

  /// The library has stopped reporting changes; it reports them again as soon as its server is reachable.
  func goDeaf() { state.withLock { $0.isDeaf = true } }

  /// Looks whether something waits, and brings it away; does nothing while that is being done.
  func hurry() {
    let isFree = state.withLock { state in
      guard !state.isAtWork, !state.isEnded else { return false }
      state.isAtWork = true
      return true
    }
    guard isFree else { return }
    queue.async { [weak self] in self?.work() }
  }

  /// Stops moving pictures; the remaining ones are moved after the next start.
  func end() { state.withLock { $0.isEnded = true } }

  private func work() {
    defer { state.withLock { $0.isAtWork = false } }
    do {
      if state.withLock(\.isDeaf) {
        try listen()
        state.withLock { $0.isDeaf = false }
      }
      var moved = 0
      if let offline, try offline.waitingCount() > 0 { moved = try offline.move(to: library) }
      if library.originals.waitingCount > 0 {
        _ = try library.originals.upload { _ in if state.withLock(\.isEnded) { throw CancellationError() } }
      }
      let wasTroubled = state.withLock { state in
        defer { state.isTroubled = false }
        return state.isTroubled
      }
      guard wasTroubled else { return }
      tell("info", "The library's servers are there again. Pictures that waited here and were moved: \(moved).")
    } catch is CancellationError {
      // The booth ends.
    } catch {
      let isNew = state.withLock { state in
        defer { state.isTroubled = true }
        return !state.isTroubled
      }
      if isNew { tell("warning", "Pictures wait on this machine, and nothing is lost: \(error)") }
    }
  }
}
