import Glibc
import PhotoLibrary

/// Sends what waits for a library's store, over and over, as a booth does; and removes local copies, so that readers
/// have to fetch them.
struct LoadSender: Sendable {
  let library: PhotoLibrary
  let frees: Bool

  func run(until end: ContinuousClock.Instant) {
    while ContinuousClock.now < end {
      do {
        _ = try library.originals.upload()
        if frees { _ = try library.originals.free() }
      } catch let error as PhotosError where error.code == .networkError {
        // It is back in a while: what waits is counted in the end.
      } catch {
        Terminal.tell("{\"event\": \"error\", \"message\": \(Terminal.quoted("sender: \(error)"))}")
        exit(1)
      }
      poll(nil, 0, 50)
    }
  }
}
