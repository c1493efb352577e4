import Synchronization

/// Counts what a session's footages do, from whichever queue they do it on.
final class FootageCounter: Sendable {
  private let counts = Mutex(FootageStatistics())

  var statistics: FootageStatistics { counts.withLock { $0 } }

  func countStretch() { counts.withLock { $0.stretches += 1 } }

  func countFrame() { counts.withLock { $0.encodedFrames += 1 } }

  func countMovie(frames: Int) {
    counts.withLock { counts in
      counts.movies += 1
      counts.shownFrames += frames
    }
  }
}
