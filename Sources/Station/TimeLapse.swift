public import Simulator
import Synchronization

/// Drives virtual time for simulated or recorded devices: it passes as fast as the machine can work.
///
/// Captures in ``StationWorld/lapsing(_:)`` have the times that they would have in real time, from now on.
public final class TimeLapse: Sendable {
  /// The virtual clock of the captures, which runs as fast as their work is done.
  public let clock = VirtualClock()
  private let isOver = Mutex(false)

  /// Creates a time lapse that has not begun.
  public init() {}

  /// Ends the time lapse: no more time passes.
  public func end() { isOver.withLock { $0 = true } }

  /// Runs `body`, while the time of `lapse`, if there is one, passes once `begin` has returned. `settle` returns when
  /// what has happened so far is done; only then does time move on.
  public static func run<Result: Sendable>(
    _ lapse: TimeLapse?, since begin: @escaping @Sendable () async -> Void = {},
    settling settle: @escaping @Sendable () async -> Void, _ body: () async throws -> Result
  ) async rethrows -> Result {
    guard let lapse else { return try await body() }
    let passing = Task {
      await begin()
      await lapse.pass(settle)
    }
    defer { lapse.end() }
    let result = try await body()
    lapse.end()
    // Everything of the last instant has happened.
    await passing.value
    return result
  }

  private func pass(_ settle: @Sendable () async -> Void) async {
    while !isOver.withLock({ $0 }) {
      await settle()
      if let next = clock.nextActionTime { await clock.advance(to: next, settling: settle) }
      // What is no work of a session's, such as the printing of lines, has its turn.
      await Task.yield()
    }
  }
}
