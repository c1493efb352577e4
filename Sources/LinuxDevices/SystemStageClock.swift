public import Diagnostics
import Glibc
import MediaCore

/// What spans of real work are measured by: `CLOCK_MONOTONIC`, and the calling thread's `CLOCK_THREAD_CPUTIME_ID`.
public struct SystemStageClock: StageClock {
  /// The clock.
  public init() {}

  /// The present reading, of the calling thread.
  public var now: StageReading {
    StageReading(wall: Self.nanoseconds(CLOCK_MONOTONIC), processor: Self.nanoseconds(CLOCK_THREAD_CPUTIME_ID))
  }

  private static func nanoseconds(_ clock: clockid_t) -> Int64 {
    var reading = timespec()
    clock_gettime(clock, &reading)
    return Int64(reading.tv_sec) * 1_000_000_000 + Int64(reading.tv_nsec)
  }
}
