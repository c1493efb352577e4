public import MediaCore
import Synchronization

/// Measures pieces of work, on whichever threads they are done, and adds them up.
///
/// Code that is measured holds an optional recorder and calls `measure` on that: without one the work is done as if
/// there were no measuring, at the cost of one comparison.
/// ```
/// try recorder.measure(.write) { try file.write(bytes) }
/// ```
/// It keeps totals and no list, however much is measured.
public final class StageRecorder: Sendable {
  /// The clock that spans are measured by.
  public let clock: any StageClock
  private let state = Mutex(StageProfile())

  /// Creates a recorder that has measured nothing yet.
  public init(clock: any StageClock) { self.clock = clock }

  /// The measurements so far.
  public var profile: StageProfile { state.withLock { $0 } }

  /// Returns the measurements since the last time, and forgets them.
  public func take() -> StageProfile {
    state.withLock { profile in
      defer { profile = StageProfile() }
      return profile
    }
  }

  /// Takes in what another recorder has measured.
  public func add(_ other: StageProfile) { state.withLock { $0.add(other) } }

  /// Takes in a piece of work that was measured elsewhere.
  public func add(_ span: StageSpan, to stage: CaptureStage) { state.withLock { $0.add(span, to: stage) } }

  /// Adds the work of this thread since `start` to `stage`, minus what `other` has recorded meanwhile; `before` are the
  /// totals of `other` at `start`.
  public func add(
    since start: StageReading, to stage: CaptureStage, without other: CaptureStage, before: StageTotals
  ) {
    var span = StageSpan(from: start, to: clock.now)
    state.withLock { profile in
      span.wallNanoseconds -= profile[other].wallNanoseconds - before.wallNanoseconds
      span.processorNanoseconds -= profile[other].processorNanoseconds - before.processorNanoseconds
      profile.add(span, to: stage)
    }
  }
}

extension Optional where Wrapped == StageRecorder {
  /// Does a piece of work of a stage, and measures it if there is a recorder, whether the work succeeds or throws.
  /// - Throws: What `work` throws.
  @inlinable
  public func measure<Value: ~Copyable, Failure: Error>(
    _ stage: CaptureStage, _ work: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    guard let self else { return try work() }
    let start = self.clock.now
    defer { self.add(StageSpan(from: start, to: self.clock.now), to: stage) }
    return try work()
  }
}
