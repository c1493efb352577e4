import Synchronization

/// Counts what a session's footages do, from whichever queue they do it on.
final class FootageCounter: Sendable {
  private let counts = Mutex(FootageStatistics())

  var statistics: FootageStatistics { counts.withLock { $0 } }

  func count(_ change: (inout FootageStatistics) -> Void) { counts.withLock { change(&$0) } }
}
