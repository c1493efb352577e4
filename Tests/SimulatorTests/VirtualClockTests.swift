import MediaCore
import Simulator
import Synchronization
import Testing

@Suite struct VirtualClockTests {
  /// What ran, in order, with the clock's reading.
  final class Diary: Sendable {
    private let lines = Mutex<[String]>([])
    var text: String { lines.withLock { $0.joined(separator: " ") } }
    func note(_ line: String) { lines.withLock { $0.append(line) } }
  }

  let clock = VirtualClock(start: MediaTime(nanoseconds: 1000))
  let diary = Diary()

  func at(_ nanoseconds: Int64) -> MediaTime { MediaTime(nanoseconds: nanoseconds) }

  @discardableResult
  func note(_ name: String, at nanoseconds: Int64) -> any ScheduledAction {
    clock.schedule(at: at(nanoseconds)) { [clock, diary] in diary.note("\(name)@\(clock.now.value)") }
  }

  @Test("actions run in order of time, ties in order of scheduling, each at its own time")
  func order() {
    note("c", at: 1030)
    note("a", at: 1010)
    note("b1", at: 1020)
    note("b2", at: 1020)
    note("late", at: 1041)
    clock.advance(to: at(1040))
    #expect(diary.text == "a@1010 b1@1020 b2@1020 c@1030")
    #expect(clock.now == at(1040))
    #expect(clock.pendingActionCount == 1)
    #expect(clock.nextActionTime == at(1041))
    clock.advance(by: at(1))
    #expect(diary.text.hasSuffix("late@1041"))
  }

  @Test("an action in the past runs with the next advance, even one that goes nowhere")
  func past() {
    note("past", at: 5)
    note("now", at: 1000)
    _ = clock.schedule(at: .negativeInfinity) { [diary] in diary.note("always") }
    #expect(diary.text == "")
    clock.advance(by: .zero)
    #expect(diary.text == "past@1000 now@1000 always")
  }

  @Test("actions that actions schedule run in the same advance if they are due")
  func nesting() {
    _ = clock.schedule(at: at(1010)) { [clock, diary] in
      diary.note("first")
      _ = clock.schedule(at: MediaTime(nanoseconds: 1015)) { diary.note("due@\(clock.now.value)") }
      _ = clock.schedule(at: MediaTime(nanoseconds: 3)) { diary.note("past@\(clock.now.value)") }
      _ = clock.schedule(at: MediaTime(nanoseconds: 2000)) { diary.note("later") }
    }
    clock.advance(to: at(1020))
    #expect(diary.text == "first past@1010 due@1015")
  }

  @Test("a cancelled action does not run, and cancelling twice or too late is harmless")
  func cancelling() {
    let cancelled = note("x", at: 1010)
    let kept = note("y", at: 1010)
    cancelled.cancel()
    cancelled.cancel()
    clock.advance(to: at(1020))
    kept.cancel()
    #expect(diary.text == "y@1010")
    #expect(clock.pendingActionCount == 0)
  }

  @Test("an action never runs before its time, and one at infinity never")
  func rounding() {
    _ = clock.schedule(at: MediaTime(value: 1, timescale: 3)) { [diary, clock] in diary.note("\(clock.now.value)") }
    _ = clock.schedule(at: .positiveInfinity) { [diary] in diary.note("never") }
    clock.advance(to: at(333_333_333))
    #expect(diary.text == "")
    clock.advance(to: at(333_333_334))
    #expect(diary.text == "333333334")
    #expect(clock.pendingActionCount == 0)
  }

  @Test("settling is awaited after every action and at the end, and what it schedules still runs")
  func settling() async {
    note("a", at: 1010)
    note("b", at: 1020)
    var settled = 0
    await clock.advance(by: at(50)) {
      settled += 1
      diary.note("settled@\(clock.now.value)")
      if settled == 3 { note("extra", at: 1050) }
      await Task.yield()
    }
    #expect(diary.text == "a@1010 settled@1010 b@1020 settled@1020 settled@1050 extra@1050 settled@1050 settled@1050")
    #expect(clock.now == at(1050))
  }

  @Test("actions may be scheduled from many threads while time moves")
  func threads() async {
    await withTaskGroup(of: Void.self) { group in
      for task in 0..<8 {
        group.addTask { [clock, diary] in
          for step in 0..<250 {
            _ = clock.schedule(at: MediaTime(nanoseconds: Int64(1000 + (task * 37 + step * 13) % 500))) {
              diary.note("x")
            }
          }
        }
      }
      for _ in 0..<100 { clock.advance(by: at(5)) }
    }
    clock.advance(by: at(500))
    #expect(diary.text.filter { $0 == "x" }.count == 2000)
  }

  @Test("time does not go back")
  func noReturn() async {
    await #expect(processExitsWith: .failure) {
      VirtualClock(start: MediaTime(nanoseconds: 10)).advance(to: MediaTime(nanoseconds: 9))
    }
  }

  @Test("an action does not move time itself")
  func noReentrance() async {
    await #expect(processExitsWith: .failure) {
      let clock = VirtualClock()
      _ = clock.schedule(at: clock.now) { clock.advance(by: .zero) }
      clock.advance(by: .zero)
    }
  }
}
