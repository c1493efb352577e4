public import MediaCore
import Synchronization

/// A log of the latest events for pages to follow, under rising numbers, with the readers that wait for more.
///
/// Its size is bounded: a page that was away for longer than it reaches back is shown the whole state in its place.
/// Numbers begin at the date of the start, so that those of an earlier run are never taken for this one's.
public final class KioskEventLog: Sendable {
  /// An event in the form in which pages receive it.
  public struct Entry: Sendable {
    /// The place of the event in the log: each is greater than the one before.
    public let number: Int64
    /// The kind of the event, such as `live`.
    public let name: String
    /// The event's data: one line of JSON.
    public let json: String

    /// Creates an event from its parts.
    public init(number: Int64, name: String, json: String) {
      (self.number, self.name, self.json) = (number, name, json)
    }

    /// The event in the text form of server-sent events.
    var text: String { "id: \(number)\nevent: \(name)\ndata: \(json)\n\n" }
  }

  /// The result that a page following the log gets next.
  package enum Next {
    /// The events that the page has not received, in order.
    case entries([Entry])
    /// The page has been away for longer than the log reaches back; the value is the number of events since then.
    case tooLate(missed: Int)
    /// Nothing has happened for a while.
    case nothing
    /// Nothing more comes.
    case end
  }

  private struct State {
    /// The latest events, oldest first, from `first` on.
    var entries: [Entry] = []
    var first = 0
    var newest: Int64
    var waiting: [Int: CheckedContinuation<Bool, Never>] = [:]
    var lastWaiter = 0
    var isClosed = false
    /// The latest numbers that stand for no event: what was before them has been forgotten.
    var forgotten: [Int64] = []

    var kept: ArraySlice<Entry> { entries[first...] }
  }

  private let capacity: Int
  private let state: Mutex<State>

  /// Creates a log that keeps the latest `capacity` events, and that begins at `date`.
  public init(capacity: Int = 1000, from date: WallTime) {
    self.capacity = capacity
    state = Mutex(State(newest: date.secondsSince1970 * 1000))
  }

  /// The number of the newest event; the log's own beginning where there is none.
  public var newest: Int64 { state.withLock(\.newest) }

  /// The number of pages that wait for events.
  public var readerCount: Int { state.withLock(\.waiting.count) }

  /// Adds an event; returns its number.
  @discardableResult
  public func append(_ name: String, json: String) -> Int64 {
    let (number, waiting) = state.withLock { state in
      state.newest += 1
      state.entries.append(Entry(number: state.newest, name: name, json: json))
      if state.entries.count - state.first > capacity { state.first += 1 }
      // Not with every event: moving the rest costs as much as all of them.
      if state.first >= capacity {
        state.entries.removeFirst(state.first)
        state.first = 0
      }
      defer { state.waiting = [:] }
      return (state.newest, state.waiting.values)
    }
    for waiter in waiting { waiter.resume(returning: true) }
    return number
  }

  /// Resumes the waiting pages without an event, so that a closed connection is noticed.
  public func beat() {
    let waiting = state.withLock { state in
      defer { state.waiting = [:] }
      return state.waiting.values
    }
    for waiter in waiting { waiter.resume(returning: false) }
  }

  /// Forgets what has happened: every page is shown the whole state next.
  public func forget() {
    let waiting = state.withLock { state in
      state.newest += 1
      (state.entries, state.first) = ([], 0)
      state.forgotten = state.forgotten.suffix(15) + [state.newest]
      defer { state.waiting = [:] }
      return state.waiting.values
    }
    for waiter in waiting { waiter.resume(returning: true) }
  }

  /// Closes the log: requests of waiting pages end.
  public func close() {
    state.withLock { $0.isClosed = true }
    beat()
  }

  /// Returns the events after the one of a number, or waits for the next one.
  package func next(after number: Int64) async -> Next {
    if let known = known(after: number) { return known }
    let waiter = state.withLock { state in
      state.lastWaiter += 1
      return state.lastWaiter
    }
    let hasHappened = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = state.withLock { state in
          // Who is cancelled from here on is found waiting.
          guard !state.isClosed, state.newest == number, !Task.isCancelled else { return true }
          state.waiting[waiter] = continuation
          return false
        }
        if isOver { continuation.resume(returning: true) }
      }
    } onCancel: {
      state.withLock { $0.waiting.removeValue(forKey: waiter) }?.resume(returning: true)
    }
    if Task.isCancelled { return .end }
    return known(after: number) ?? (hasHappened ? .entries([]) : .nothing)
  }

  private func known(after number: Int64) -> Next? {
    state.withLock { state in
      if state.isClosed { return .end }
      guard number != state.newest else { return nil }
      // All from the next one on must be there; and nobody has heard of what has not happened.
      guard number < state.newest, let oldest = state.kept.first?.number, number >= oldest - 1 else {
        let empty = state.forgotten.count { $0 > number }
        return .tooLate(missed: max(0, Int(state.newest - number) - empty))
      }
      return .entries(Array(state.kept.dropFirst(Int(number - (oldest - 1)))))
    }
  }
}
