import Testing

@testable import LinuxDevices

@Suite("Times and numbers of frames")
struct FrameTimekeeperTests {
  @Test(
    "counters are carried on in 64 bits",
    arguments: [
      ([0, 1, 2], [0, 1, 2], [0, 0, 0]),
      ([5, 6, 9], [5, 6, 9], [0, 0, 2]),
      ([.max, 0, 1], [0xffff_ffff, 0x1_0000_0000, 0x1_0000_0001], [0, 0, 0]),
      ([.max - 1, 1], [0xffff_fffe, 0x1_0000_0001], [0, 2]),
      // Standing still, jumping back, counting anew.
      ([3, 3, 4], [3, 4, 5], [0, 0, 0]),
      ([100, 0, 1, 3], [100, 101, 102, 104], [0, 0, 0, 1]),
      ([0, 0x8000_0000], [0, 1], [0, 0]),
      ([0, 0x7fff_ffff], [0, 0x7fff_ffff], [0, 0x7fff_fffe]),
    ] as [([UInt32], [UInt64], [Int])])
  func numbers(_ counters: [UInt32], _ numbers: [UInt64], _ missing: [Int]) {
    var keeper = FrameTimekeeper()
    let results = counters.map { keeper.number(for: $0) }
    #expect(results.map(\.number) == numbers)
    #expect(results.map(\.missing) == missing)
  }

  static let second: Int64 = 1_000_000_000

  @Test(
    "stamps count when they can be true, and times always increase",
    arguments: [
      // Stamps, instants of arrival, times.
      ([10, 20, 30], [15, 25, 35], [10, 20, 30]),
      ([nil, nil], [15, 25], [15, 25]),
      ([0, -5], [15, 25], [15, 25]),
      ([10, 10, 9, 11], [15, 25, 35, 45], [10, nil, nil, 11]),
      // A little ahead of the clock is the driver's reckoning; far ahead is nonsense.
      ([second], [0], [second]),
      ([second + 1], [0], [0]),
      ([.max], [15], [15]),
      // Far back: the stamps are of no use any more.
      ([5 * second, 1, 2], [5 * second, 6 * second, 7 * second], [5 * second, 6 * second, 7 * second]),
      (
        [5 * second, 4 * second, 5 * second + 1], [5 * second, 6 * second, 7 * second],
        [5 * second, nil, 5 * second + 1]
      ),
      // Even the clock cannot take it back.
      ([nil, nil], [25, 25], [25, nil]),
    ] as [([Int64?], [Int64], [Int64?])])
  func times(_ stamps: [Int64?], _ arrivals: [Int64], _ times: [Int64?]) {
    var keeper = FrameTimekeeper()
    #expect(zip(stamps, arrivals).map { keeper.nanoseconds(stamp: $0, now: $1) } == times)
  }

  @Test(
    "stamps that make no sense are none",
    arguments: [
      (1, 500_000, 1_500_000_000), (0, 0, 0), (-1, 0, nil), (1, -1, nil), (1, 1_000_000, nil), (.max, 0, nil),
      (9_223_372_036, 854_775, 9_223_372_036_854_775_000), (9_223_372_036, 854_776, nil),
    ] as [(Int, Int, Int64?)])
  func nanoseconds(_ seconds: Int, _ microseconds: Int, _ expected: Int64?) {
    #expect(FrameTimekeeper.nanoseconds(seconds: seconds, microseconds: microseconds) == expected)
  }
}
