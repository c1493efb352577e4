import Glibc
import MediaCore
import Testing

@testable import LinuxDevices

@Suite("The machine's calendar")
struct SystemWallClockTests {
  @Test("now is the time of day")
  func now() {
    let before = time(nil)
    let date = SystemWallClock().date(at: MonotonicClock().now)
    let after = time(nil)
    #expect((Int64(before) - 1...Int64(after) + 1).contains(date.secondsSince1970))
    #expect((0..<1_000_000_000).contains(date.nanosecond))
  }

  @Test(
    "an instant is dated by what separates the clocks",
    arguments: [
      (0, 0, 0, 0), (1_000_000_000, 500_000_000, 1, 500_000_000), (-1, 0, -1, 999_999_999),
      (-2_000_000_000, 1_500_000_000, -1, 500_000_000), (1_763_000_000_000_000_000, 123, 1_763_000_000, 123),
    ] as [(Int64, Int64, Int64, Int)])
  func separation(_ separation: Int64, _ instant: Int64, _ seconds: Int64, _ nanosecond: Int) {
    let date = SystemWallClock(separation: { separation }).date(at: MediaTime(nanoseconds: instant))
    #expect(date.secondsSince1970 == seconds)
    #expect(date.nanosecond == nanosecond)
  }

  @Test("the offset is the one in force at that date, as date(1) has it", arguments: [1_783_000_000, 1_800_000_000, 0])
  func offset(_ seconds: Int64) throws {
    let date = SystemWallClock(separation: { seconds * 1_000_000_000 }).date(at: .zero)
    let pipe = try #require(popen("date -d @\(seconds) +%z", "r"))
    defer { pclose(pipe) }
    var line = [CChar](repeating: 0, count: 64)
    try #require(fgets(&line, 64, pipe) != nil)
    #expect(
      line.withUnsafeBufferPointer { String(cString: $0.baseAddress!) } == date.offsetString(separator: "") + "\n")
  }
}
