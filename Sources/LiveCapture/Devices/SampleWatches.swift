import MediaCore

/// Who waits for the samples of one source to reach an instant.
struct SampleWatches {
  typealias Action = @Sendable () -> Void

  private var waiting: [(time: MediaTime, action: Action)] = []

  mutating func add(_ time: MediaTime, _ action: @escaping Action) { waiting.append((time, action)) }

  /// Whose instant has been reached, in the order they came; they wait no longer.
  mutating func takeDue(at time: MediaTime) -> [Action] {
    if waiting.isEmpty { return [] }
    let due = waiting.filter { $0.time <= time }
    if !due.isEmpty { waiting.removeAll { $0.time <= time } }
    return due.map(\.action)
  }

  /// Everyone who still waits; they wait no longer.
  mutating func takeAll() -> [Action] {
    defer { waiting = [] }
    return waiting.map(\.action)
  }
}
