import MediaCore
import Synchronization
import TestSupport
import Testing

@Suite struct LateClockTests {
  @Test("what falls due during a jump runs at its end, and once")
  func jumping() {
    let clock = LateClock()
    let times = Mutex<[MediaTime]>([])
    _ = clock.schedule(at: clock.start + .milliseconds(10)) {
      let now = clock.now
      times.withLock { $0.append(now) }
    }
    clock.jump(by: .milliseconds(9))
    #expect(times.withLock { $0 } == [])
    clock.jump(by: .milliseconds(11))
    clock.jump(by: .milliseconds(5))
    #expect(times.withLock { $0 } == [clock.start + .milliseconds(20)])
  }

  @Test("what is cancelled does not run; a second time, and once it has run, that is harmless")
  func cancelling() {
    let clock = LateClock()
    let names = Mutex<[String]>([])
    let due = clock.start + .milliseconds(1)
    let first = clock.schedule(at: due) { names.withLock { $0.append("first") } }
    let cancelled = clock.schedule(at: due) { names.withLock { $0.append("cancelled") } }
    _ = clock.schedule(at: due + .milliseconds(1)) { names.withLock { $0.append("last") } }
    cancelled.cancel()
    cancelled.cancel()
    clock.jump(by: .milliseconds(1))
    #expect(names.withLock { $0 } == ["first"])
    first.cancel()
    clock.jump(by: .milliseconds(1))
    #expect(names.withLock { $0 } == ["first", "last"])
  }

  @Test("what falls due in one jump runs in the order of times, then of scheduling")
  func order() {
    let clock = LateClock()
    let names = Mutex<[String]>([])
    for (name, delay) in [("late", 3), ("early", 1), ("middle", 2), ("early too", 1)] {
      _ = clock.schedule(at: clock.start + .milliseconds(Int64(delay))) { names.withLock { $0.append(name) } }
    }
    clock.jump(by: .milliseconds(5))
    #expect(names.withLock { $0 } == ["early", "early too", "middle", "late"])
  }

  @Test("an action can cancel one that is due in the same jump")
  func cancellingInside() {
    let clock = LateClock()
    let names = Mutex<[String]>([])
    let other = Mutex<(any ScheduledAction)?>(nil)
    _ = clock.schedule(at: clock.start + .milliseconds(1)) {
      names.withLock { $0.append("first") }
      other.withLock { $0 }?.cancel()
    }
    let second = clock.schedule(at: clock.start + .milliseconds(2)) { names.withLock { $0.append("second") } }
    other.withLock { $0 = second }
    clock.jump(by: .milliseconds(5))
    #expect(names.withLock { $0 } == ["first"])
  }
}
