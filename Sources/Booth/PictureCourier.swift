import Dispatch
import LibraryCapture
import PhotoLibrary
import Synchronization

/// Brings pictures that wait on this machine to where they belong: captures to the shared library, whose server was
/// away, and originals to their store.
final class PictureCourier: Sendable {
  private let offline: OfflineLibrary?
  // One thread waits for servers, so that nobody else does.
  private let queue = DispatchQueue(label: "livecam.booth.courier")
  private let state = Mutex(StateMachine())
  private let tell: @Sendable (_ level: String, _ message: String) -> Void
  /// Returns the library, which is opened where that could not be done yet.
  private let open: @Sendable () throws -> PhotoLibrary
  /// Hears of the library's changes again, and of how many pictures there are.
  private let listen: @Sendable () throws -> Void

  init(
    _ offline: OfflineLibrary?, telling tell: @escaping @Sendable (_ level: String, _ message: String) -> Void,
    opening open: @escaping @Sendable () throws -> PhotoLibrary,
    listening listen: @escaping @Sendable () throws -> Void
  ) {
    (self.offline, self.tell, self.open, self.listen) = (offline, tell, open, listen)
  }

  /// The library has stopped reporting changes; it reports them again as soon as its server is reachable.
  func goDeaf() { _ = handle(.wentDeaf) }

  /// Looks whether something waits, and brings it away; does nothing while that is being done.
  func hurry() {
    guard case .work(let listensFirst) = handle(.hurried) else { return }
    queue.async { [weak self] in self?.work(listensFirst) }
  }

  /// Stops moving pictures; the remaining ones are moved after the next start.
  func end() { _ = handle(.ended) }

  private func handle(_ event: StateMachine.Event) -> StateMachine.Action? { state.withLock { $0.handle(event) } }

  private func work(_ listensFirst: Bool) {
    do {
      let library: PhotoLibrary
      do {
        library = try open()
        if listensFirst { try listen() }
      } catch {
        if listensFirst { goDeaf() }
        throw error
      }
      var moved = 0
      if let offline, try offline.waitingCount() > 0 { moved = try offline.move(to: library) }
      if library.originals.waitingCount > 0 {
        _ = try library.originals.upload { _ in if state.withLock(\.state) == .ended { throw CancellationError() } }
      }
      guard handle(.succeeded) == .tellRecovery else { return }
      tell("info", "The library's servers are there again. Pictures that waited here and were moved: \(moved).")
    } catch is CancellationError {
      // The booth ends.
    } catch {
      guard handle(.failed) == .tellTrouble else { return }
      tell("warning", "Pictures wait on this machine, and nothing is lost: \(error)")
    }
  }
}
