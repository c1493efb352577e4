import Synchronization

/// One page that follows a log: what it is sent, piece by piece.
final class EventReader: Sendable {
  private let log: KioskEventLog
  /// The names of the events that it receives; `nil` for all.
  private let names: Set<String>?
  /// The whole state, with the number of the newest event that is in it.
  private let state: @Sendable () async -> KioskEventLog.Entry
  /// The last event that it has had; `nil` before the first state.
  private let position: Mutex<Int64?>
  private let isFirst = Mutex(true)

  init(
    _ log: KioskEventLog, after position: Int64?, only names: Set<String>? = nil,
    state: @escaping @Sendable () async -> KioskEventLog.Entry
  ) {
    (self.log, self.names, self.state) = (log, names, state)
    self.position = Mutex(position)
  }

  /// The next piece; `nil` at the end.
  func next() async -> [UInt8]? {
    let begin = isFirst.withLock { isFirst in
      defer { isFirst = false }
      return isFirst ? "retry: 1000\n\n" : ""
    }
    guard let position = position.withLock({ $0 }) else { return Array((begin + (await wholeState())).utf8) }
    // At once: it is a browser's sign that the connection is there.
    if !begin.isEmpty { return Array(begin.utf8) }
    switch await log.next(after: position) {
    case .end: return nil
    case .nothing: return Array(":\n\n".utf8)
    case .tooLate(missed: _): return Array((await wholeState()).utf8)
    case .entries(let entries):
      if let last = entries.last { self.position.withLock { $0 = last.number } }
      return Array(entries.filter { names?.contains($0.name) ?? true }.map(\.text).joined().utf8)
    }
  }

  private func wholeState() async -> String {
    let entry = await state()
    position.withLock { $0 = entry.number }
    return entry.text
  }
}
