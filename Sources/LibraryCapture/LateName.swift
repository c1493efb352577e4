import Dispatch
import PhotoLibrary
import Synchronization

/// The name of a capture, which may still be asked for at a server.
final class LateName: Sendable {
  private let result = Mutex<Result<String, PhotosError>?>(nil)
  private let isThere = DispatchGroup()

  init() { isThere.enter() }

  /// Sets the name, or the error that there is none for; once.
  func become(_ name: Result<String, PhotosError>) {
    result.withLock { $0 = name }
    isThere.leave()
  }

  /// The name, if it is known by now.
  var now: String? {
    // An error is told to whoever waits.
    try? result.withLock { $0 }?.get()
  }

  /// Returns the name as soon as it is known.
  /// - Throws: `PhotosError` where there is none.
  func wait() throws(PhotosError) -> String {
    isThere.wait()
    guard let result = result.withLock({ $0 }) else { preconditionFailure("the group is left after the name is set") }
    return try result.get()
  }
}
