import MediaCore
import Simulator
import Synchronization
import TestSupport
import Testing

@Suite struct MeddlingClockTests {
  @Test("each reading calls back before it tells the other clock's time; what is scheduled, the other one runs")
  func meddling() {
    let clock = VirtualClock()
    let calls = Mutex(0)
    let runs = Mutex(0)
    let meddling = MeddlingClock(clock: clock) {
      calls.withLock { $0 += 1 }
      clock.advance(by: .milliseconds(5))
    }
    let start = clock.now
    #expect(meddling.now == start + .milliseconds(5) && calls.withLock { $0 } == 1)
    _ = meddling.schedule(at: start + .milliseconds(7)) { runs.withLock { $0 += 1 } }
    let cancelled = meddling.schedule(at: start + .milliseconds(7)) { runs.withLock { $0 += 10 } }
    cancelled.cancel()
    #expect(calls.withLock { $0 } == 1 && runs.withLock { $0 } == 0)
    #expect(meddling.now == start + .milliseconds(10) && runs.withLock { $0 } == 1)
  }
}
