public import Diagnostics
import Glibc
import MediaCore

/// A clock that spans of real work are measured by: `CLOCK_MONOTONIC`, and the calling thread's
/// `CLOCK_THREAD_CPUTIME_ID`.
public final class SystemStageClock: StageClock {
  /// Creates a clock; all of them read alike.
  public init() {}

  /// The present reading, of the calling thread.
  public var now: StageReading {
    StageReading(
      wallNanoseconds: MonotonicClock.nanoseconds(),
      processorNanoseconds: MonotonicClock.nanoseconds(CLOCK_THREAD_CPUTIME_ID))
  }
}
