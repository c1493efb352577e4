import CaptureScripts
public import LiveCapture
public import MediaCore
public import Simulator
import Synchronization

extension VirtualClock {
  /// Advances the clock by a duration, and completes the work of each instant before time moves on: frames are encoded,
  /// files written, delegates called, and the tasks that these resume are run.
  ///
  /// For code that creates its own session, in an environment made by
  /// ``/CaptureScripts/LiveCapture/CaptureEnvironment/virtual(clock:files:scheduler:profile:order:media:firstIdentifier:)``.
  public func advance(by duration: MediaTime, settling session: CaptureSession) async {
    // What the test has set off itself, such as pulling out a camera, belongs to the present.
    await session.settle()
    await advance(by: duration) { await session.settle() }
  }

  /// Advances the clock by a duration, as ``advance(by:settling:)-(_,CaptureSession)`` does.
  ///
  /// It takes no session, which may have been released already, or be private to an app.
  public func run(for duration: MediaTime) async {
    let work = VirtualRun.of(self).use()
    await work.settle()
    await advance(by: duration) { await work.settle() }
  }

  /// Runs an app's `async` code, and advances the clock until the code ends.
  ///
  /// ```swift
  /// let photo = try await clock.run(settling: session) { try await service.capturePhoto() }
  /// ```
  ///
  /// The code begins at the present instant. Time moves to the next scheduled action only when no more work can be done
  /// at the present one. Tasks that the code starts, `async let` and actors, the main actor among them, are run one
  /// piece at a time, in the same order on every run. When the code has ended, no more time passes.
  ///
  /// Code that waits by `Task.sleep` waits for real time, which does not pass here.
  /// - Parameters:
  ///   - session: A session on this clock. All others on it are settled, too.
  ///   - limit: How much time may pass.
  ///   - operation: The code.
  /// - Returns: What the code returns.
  /// - Throws: What the code throws, and ``UnendedOperation`` if it has not ended by the limit.
  @discardableResult
  public func run<Success: Sendable>(
    settling session: CaptureSession? = nil, within limit: MediaTime = .seconds(60),
    _ operation: @escaping @Sendable () async throws -> Success
  ) async throws -> Success {
    let work = VirtualRun.of(self).use()
    let settle: @Sendable () async -> Void = {
      repeat {
        await work.settle()
        await session?.settle()
      } while work.waitingCount > 0
    }
    let courses = CaptureCourses(of: self)
    let outcome = Outcome<Success>()
    await settle()
    let (begin, end) = (now, now + limit)
    work.performAndSettle {
      _ = Task { do { outcome.end(.success(try await operation())) } catch { outcome.end(.failure(error)) } }
    }
    await settle()
    while true {
      if let result = outcome.result { return try result.get() }
      guard let next = nextActionTime, next <= end else {
        throw UnendedOperation(after: now - begin, limit: limit, captures: courses.summary)
      }
      await advance(to: next) { await settle() }
    }
  }

  /// Advances the clock in steps until a condition holds, or `limit` is over; tells whether it holds.
  public func advance(
    until isDone: () async -> Bool, within limit: MediaTime = .seconds(60),
    step: MediaTime = MediaTime(value: 1, timescale: 30), settling session: CaptureSession
  ) async -> Bool {
    await eventually(isDone, within: limit, step: step) { await session.settle() }
  }

  /// Advances the clock in steps until a condition holds, or `limit` is over; tells whether it holds.
  ///
  /// ```
  /// #expect(await clock.eventually { await model.thumbnail != nil })
  /// ```
  public func eventually(
    within limit: MediaTime = .seconds(60), step: MediaTime = MediaTime(value: 1, timescale: 30),
    _ isDone: () async -> Bool
  ) async -> Bool {
    let work = VirtualRun.of(self).use()
    return await eventually(isDone, within: limit, step: step) { await work.settle() }
  }

  private func eventually(
    _ isDone: () async -> Bool, within limit: MediaTime, step: MediaTime, settling settle: () async -> Void
  ) async -> Bool {
    precondition(step > .zero && step.isNumeric, "steps of time must be above 0")
    let end = now + limit
    await settle()
    while await !isDone() {
      guard now < end else { return false }
      await advance(by: step, settling: settle)
    }
    return true
  }
}

/// The result of an operation, once it has ended.
private final class Outcome<Success: Sendable>: Sendable {
  private let state = Mutex<Result<Success, any Error>?>(nil)

  var result: Result<Success, any Error>? { state.withLock { $0 } }

  func end(_ result: Result<Success, any Error>) { state.withLock { $0 = result } }
}
