import Dispatch
import Fixtures
import MediaCore
import Synchronization

/// Elements that are made ahead on a queue of their own, a few at a time, and taken in order.
///
/// So a movie is decoded while the clock's thread does other things, and never more than a little of it is in memory.
final class MoviePrefetch<Element: Sendable>: Sendable {
  private struct State {
    var elements: [Result<Element, CodingError>] = []
    var isOver = false
  }

  private let state = Mutex(State())
  private let filled = DispatchSemaphore(value: 0)
  // Begins at 0 and is raised: one that is let go below what it began with is a fault to Dispatch.
  private let room = DispatchSemaphore(value: 0)

  /// Begins to make elements, `limit` of them ahead. `open` is called on the queue and gives what makes one after
  /// another, `nil` being the end.
  init(limit: Int, _ open: @escaping @Sendable () throws -> () throws -> Element?) {
    for _ in 0..<limit { room.signal() }
    DispatchQueue(label: "livecam.movie", qos: .userInitiated).async { [self] in
      do {
        let make = try open()
        while true {
          room.wait()
          guard !state.withLock({ $0.isOver }) else { return }
          guard let element = try make() else { return finish(nil) }
          state.withLock { $0.elements.append(.success(element)) }
          filled.signal()
        }
      } catch {
        finish(
          error as? CodingError
            ?? CodingError(.codecFailed, context: "movie", underlying: error, message: "The movie cannot be read."))
      }
    }
  }

  /// The next element, for which the caller may have to wait; `nil` at the end.
  func next() throws(CodingError) -> Element? {
    filled.wait()
    let element: Result<Element, CodingError>? = state.withLock { state in
      state.elements.isEmpty ? nil : state.elements.removeFirst()
    }
    guard let element else {
      // The end is there for everybody who comes later, too.
      filled.signal()
      return nil
    }
    room.signal()
    return try element.get()
  }

  /// Makes no more.
  func cancel() {
    state.withLock { $0.isOver = true }
    room.signal()
  }

  private func finish(_ error: CodingError?) {
    state.withLock { state in
      if let error { state.elements.append(.failure(error)) }
    }
    filled.signal()
    if error != nil { filled.signal() }
  }
}
