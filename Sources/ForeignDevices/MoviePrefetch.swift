import Dispatch
import MediaCore
import Synchronization

/// Elements that are made ahead on a queue of their own, a few at a time, and taken in order.
///
/// So a movie is decoded while the clock's thread does other things, and never more than a little of it is in memory.
/// No more are made once this is let go of.
final class MoviePrefetch<Element: Sendable>: Sendable {
  private let line = Line()

  /// Begins to make elements, `limit` of them ahead. `open` is called on the queue and gives what makes one after
  /// another, `nil` being the end.
  init(limit: Int, _ open: @escaping @Sendable () throws -> () throws -> Element?) {
    for _ in 0..<limit { line.room.signal() }
    DispatchQueue(label: "livecam.movie", qos: .userInitiated).async { [line] in
      do {
        let make = try open()
        while true {
          line.room.wait()
          guard !line.state.withLock({ $0.isOver }) else { return }
          guard let element = try make() else { break }
          line.add(.success(element))
        }
      } catch {
        line.add(
          .failure(
            error as? CodingError
              ?? CodingError(.codecFailed, context: "movie", message: "The movie cannot be read.", underlying: error)))
      }
      line.filled.signal()
    }
  }

  deinit {
    line.state.withLock { $0.isOver = true }
    line.room.signal()
  }

  /// The next element, for which the caller may have to wait, or why there is none; `nil` at the end.
  func next() -> Result<Element, CodingError>? {
    line.filled.wait()
    let element = line.state.withLock { $0.elements.isEmpty ? nil : $0.elements.removeFirst() }
    // The end is there for everybody who comes later, too.
    if element == nil { line.filled.signal() } else { line.room.signal() }
    return element
  }

  private final class Line: Sendable {
    struct State {
      var elements: [Result<Element, CodingError>] = []
      var isOver = false
    }

    let state = Mutex(State())
    let filled = DispatchSemaphore(value: 0)
    // Begins at 0 and is raised: one that is let go below what it began with is a fault to Dispatch.
    let room = DispatchSemaphore(value: 0)

    func add(_ element: Result<Element, CodingError>) {
      state.withLock { $0.elements.append(element) }
      filled.signal()
    }
  }
}
