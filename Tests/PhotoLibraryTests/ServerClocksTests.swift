import Dispatch
import MediaCore
import Synchronization
import TestSupport
import Testing

/// The clocks that tests of servers wait by.
@Suite struct ServerClocksTests {
  @Test("a jumping clock is at each time at once, runs what was to be then, and never goes back")
  func jumping() {
    let clock = JumpingClock()
    let seen = Mutex<[MediaTime]>([])
    for milliseconds in [20, 50, 30, 60] as [Int64] {
      _ = clock.schedule(at: .milliseconds(milliseconds)) {
        let now = clock.now
        seen.withLock { $0.append(now) }
      }
    }
    #expect(seen.withLock { $0 } == [20, 50, 50, 60].map { .milliseconds($0) })
    #expect(clock.now == .milliseconds(60))
  }

  @Test("a running clock goes on by itself, and runs nothing before its time")
  func running() {
    let clock = RunningClock()
    let begin = clock.now
    let seen = Mutex<[MediaTime]>([])
    let isOver = DispatchSemaphore(value: 0)
    for time in [begin - .milliseconds(1000), begin + .milliseconds(2)] {
      _ = clock.schedule(at: time) {
        let now = clock.now
        seen.withLock { $0.append(now) }
        isOver.signal()
      }
      isOver.wait()
    }
    let times = seen.withLock { $0 }
    #expect(times.count == 2 && times[0] >= begin && times[1] >= begin + .milliseconds(2))
  }
}
