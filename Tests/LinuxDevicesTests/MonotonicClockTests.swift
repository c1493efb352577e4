import Glibc
import MediaCore
import Testing

@testable import LinuxDevices

@Suite("The machine's clocks", .timeLimit(.minutes(60)))
struct MonotonicClockTests {
  @Test("now is CLOCK_MONOTONIC")
  func now() {
    var reading = timespec()
    clock_gettime(CLOCK_MONOTONIC, &reading)
    let before = Int64(reading.tv_sec) * 1_000_000_000 + Int64(reading.tv_nsec)
    let now = MonotonicClock().now
    clock_gettime(CLOCK_MONOTONIC, &reading)
    let after = Int64(reading.tv_sec) * 1_000_000_000 + Int64(reading.tv_nsec)
    #expect(before <= now.nanoseconds && now.nanoseconds <= after)
    #expect(now.timescale == 1_000_000_000)
  }

  @Test("actions come in the order of their times, those of one time in the order of scheduling, never early")
  func order() async {
    let clock = MonotonicClock()
    let start = clock.now
    @Sendable func at(_ milliseconds: Int64) -> MediaTime { start + MediaTime(value: milliseconds, timescale: 1000) }
    let (stream, continuation) = AsyncStream<(String, MediaTime)>.makeStream()
    // In an action, beside which there is no other: a machine that takes its time here changes nothing.
    _ = clock.schedule(at: .negativeInfinity) {
      for (name, time) in [("d", at(30)), ("b", at(20)), ("c", at(20)), ("a", at(-1000)), ("e", at(40))] {
        _ = clock.schedule(at: time) { continuation.yield((name, clock.now)) }
      }
      clock.schedule(at: at(25)) { continuation.yield(("never", clock.now)) }.cancel()
      clock.schedule(at: .invalid) { continuation.yield(("never", clock.now)) }.cancel()
    }
    var seen: [String] = []
    for await (name, time) in stream {
      seen.append(name)
      #expect(time >= ["a": at(0), "b": at(20), "c": at(20), "d": at(30), "e": at(40)][name] ?? .positiveInfinity)
      if name == "e" { break }
    }
    #expect(seen == ["a", "b", "c", "d", "e"])
  }

  @Test("an action can schedule and cancel others")
  func nested() async {
    let clock = MonotonicClock()
    let (stream, continuation) = AsyncStream<Int>.makeStream()
    // The inner one is before the doomed one in line, however late either is.
    _ = clock.schedule(at: .negativeInfinity) {
      let doomed = clock.schedule(at: clock.now + MediaTime(value: 50, timescale: 1000)) { continuation.yield(-1) }
      _ = clock.schedule(at: .negativeInfinity) {
        doomed.cancel()
        continuation.yield(1)
        _ = clock.schedule(at: clock.now + MediaTime(value: 60, timescale: 1000)) {
          continuation.yield(2)
          continuation.finish()
        }
      }
    }
    var seen: [Int] = []
    for await number in stream { seen.append(number) }
    #expect(seen == [1, 2])
  }

  @Test("a clock that has gone calls nothing")
  func gone() async {
    final class Witness: Sendable {
      let continuation: AsyncStream<Void>.Continuation
      init(_ continuation: AsyncStream<Void>.Continuation) { self.continuation = continuation }
      deinit { continuation.finish() }
    }
    let (stream, continuation) = AsyncStream<Void>.makeStream()
    do {
      let clock = MonotonicClock()
      let witness = Witness(continuation)
      _ = clock.schedule(at: clock.now + MediaTime(value: 3600, timescale: 1)) { witness.continuation.yield() }
    }
    var calls = 0
    for await _ in stream { calls += 1 }
    #expect(calls == 0)
  }
}
