import Photobooth
import Synchronization

/// An album that only remembers.
final class MemoryAlbum: Album {
  struct Shot: Sendable {
    let still: [UInt8]
    let moviePath: String?
  }

  private let shots = Mutex<[Shot]>([])

  var saved: [Shot] { shots.withLock { $0 } }

  func temporaryMoviePath(of number: Int64) -> String { "\(number).mov" }
  func save(still: [UInt8], moviePath: String?) {
    shots.withLock { $0.append(Shot(still: still, moviePath: moviePath)) }
  }
  func discard(moviePath: String) {}
}
