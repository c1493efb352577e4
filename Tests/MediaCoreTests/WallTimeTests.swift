import Glibc
import MediaCore
import TestSupport
import Testing

@Suite struct WallTimeTests {
  @Test(
    "known instants have known dates",
    arguments: [
      (Int64(0), 0, "1970-01-01T00:00:00", "+00:00"),
      (-1, 0, "1969-12-31T23:59:59", "+00:00"),
      (-2_177_452_800, 0, "1901-01-01T00:00:00", "+00:00"),
      (-2_147_483_648, 0, "1901-12-13T20:45:52", "+00:00"),
      (4_107_542_399, 0, "2100-02-28T23:59:59", "+00:00"),  // 2100 is no leap year
      (4_107_542_400, 0, "2100-03-01T00:00:00", "+00:00"),
      (951_782_400, 0, "2000-02-29T00:00:00", "+00:00"),  // 2000 is one
      (1_709_164_800, -1, "2024-02-28T23:59:59", "-00:00"),
      (1_709_164_800, 3600, "2024-02-29T01:00:00", "+01:00"),
      (1_709_251_199, 3600, "2024-03-01T00:59:59", "+01:00"),
      (1_795_253_405, -12_600, "2026-11-21T06:00:05", "-03:30"),
      (1_795_253_405, 20_700, "2026-11-21T15:15:05", "+05:45"),
      (253_402_300_799, 0, "9999-12-31T23:59:59", "+00:00"),
      (-62_167_219_200, 0, "0000-01-01T00:00:00", "+00:00"),
      (-62_167_219_201, 0, "-0001-12-31T23:59:59", "+00:00"),
    ] as [(Int64, Int, String, String)])
  func dates(seconds: Int64, offset: Int, text: String, offsetText: String) {
    let time = WallTime(secondsSince1970: seconds, nanosecond: 0, utcOffsetSeconds: offset)
    #expect(time.localString() == text)
    #expect(time.offsetString() == offsetText)
  }

  @Test("separators are as asked for")
  func separators() {
    let time = WallTime(secondsSince1970: 1_795_253_405, nanosecond: 0, utcOffsetSeconds: -12_600)
    #expect(time.localString(dateSeparator: ":", middle: " ") == "2026:11:21 06:00:05")
    #expect(time.offsetString(separator: "") == "-0330")
  }

  @Test("dates agree with the C library's", arguments: 0..<20 as Range<UInt64>)
  func foreignDates(seed: UInt64) {
    var generator = SeededRandom(seed: seed)
    for _ in 0..<500 {
      var seconds = time_t.random(in: -100_000_000_000...100_000_000_000, using: &generator)
      var fields = tm()
      gmtime_r(&seconds, &fields)
      let local = WallTime(secondsSince1970: Int64(seconds), nanosecond: 0, utcOffsetSeconds: 0).local
      #expect(
        [local.year, local.month, local.day, local.hour, local.minute, local.second]
          == [fields.tm_year + 1900, fields.tm_mon + 1, fields.tm_mday, fields.tm_hour, fields.tm_min, fields.tm_sec]
          .map(Int.init))
    }
  }

  @Test("moving a date carries nanoseconds, forwards and backwards")
  func advancing() {
    let time = WallTime(secondsSince1970: 0, nanosecond: 250_000_000, utcOffsetSeconds: 7200)
    let later = time.advanced(by: MediaTime(value: 3, timescale: 4))
    #expect(later == WallTime(secondsSince1970: 1, nanosecond: 0, utcOffsetSeconds: 7200))
    let earlier = time.advanced(by: MediaTime(value: -1, timescale: 2))
    #expect(earlier == WallTime(secondsSince1970: -1, nanosecond: 750_000_000, utcOffsetSeconds: 7200))
    #expect(later.advanced(by: MediaTime(value: -3, timescale: 4)) == time)
  }

  @Test("nanoseconds beyond a second are carried, and an offset stays below a day")
  func normalising() {
    let time = WallTime(secondsSince1970: 5, nanosecond: -1, utcOffsetSeconds: 1_000_000)
    #expect(time.secondsSince1970 == 4)
    #expect(time.nanosecond == 999_999_999)
    #expect(time.offsetString() == "+23:59")
    #expect(WallTime(secondsSince1970: 5, nanosecond: 2_000_000_001, utcOffsetSeconds: 0).secondsSince1970 == 7)
  }

  @Test("the ends of 64 bits do not trap", arguments: [Int64.min, .max])
  func extremes(seconds: Int64) {
    for offset in [Int.min, -86_399, 0, 86_399, Int.max] {
      let time = WallTime(secondsSince1970: seconds, nanosecond: .max, utcOffsetSeconds: offset)
      #expect(!time.localString().isEmpty)
      #expect((0..<1_000_000_000).contains(time.nanosecond))
      let moved = time.advanced(by: MediaTime(value: seconds, timescale: 1))
      #expect((1...12).contains(moved.local.month) && (1...31).contains(moved.local.day))
    }
  }
}
