public import Diagnostics
import MediaCore
import Synchronization

/// A stage clock that advances by one step each time it is read: every measured piece of work takes exactly one step,
/// and the time shows the number of readings.
///
/// Where work is done step by step, timings are the same on every run.
public final class SteppingStageClock: StageClock {
  private let step: StageReading
  private let readings = Atomic(0)

  /// Creates a clock at zero. `step` is what a reading moves it by; by default 1 ms, of which the thread has worked
  /// half.
  public init(step: StageReading = StageReading(wallNanoseconds: 1_000_000, processorNanoseconds: 500_000)) {
    self.step = step
  }

  /// The number of times that it has been read.
  public var readingCount: Int { readings.load(ordering: .relaxed) }

  /// The reading that is next.
  public var now: StageReading {
    let number = Int64(readings.add(1, ordering: .relaxed).newValue)
    return StageReading(
      wallNanoseconds: number * step.wallNanoseconds, processorNanoseconds: number * step.processorNanoseconds)
  }
}
