import MediaCore
import Testing

@Suite struct MediaTimeComparisonTests {
  @Test("the order is −∞, numbers, indefinite, +∞, invalid")
  func order() {
    let sorted: [MediaTime] = [
      .negativeInfinity,
      MediaTime(value: .max, timescale: 1, epoch: -1),
      MediaTime(value: .min, timescale: 1),
      MediaTime(value: -1, timescale: 600),
      .zero,
      MediaTime(value: 1, timescale: .max),
      MediaTime(value: .max, timescale: 1),
      MediaTime(value: .min, timescale: 1, epoch: 1),
      .indefinite, .positiveInfinity, .invalid,
    ]
    for (index, time) in sorted.enumerated() {
      for (otherIndex, other) in sorted.enumerated() {
        #expect(time.compared(to: other) == Int32((index - otherIndex).signum()))
      }
    }
    #expect(sorted.reversed().sorted().map(\.parts) == sorted.map(\.parts))
  }

  @Test("edge cases have a total order, and equal ones hash alike")
  func totalOrder() {
    let times = MediaTime.edgeCases.sorted()
    for (index, time) in times.enumerated() {
      for later in times[index...] {
        // A sort is only transitive if every pair of its result is in order.
        #expect(time <= later && !(later < time))
        #expect(time.compared(to: later) == -later.compared(to: time))
        if time == later { #expect(time.hashValue == later.hashValue) }
      }
    }
  }

  @Test("random times have a total order, and equal ones hash alike", arguments: 0..<20 as Range<UInt64>)
  func randomOrder(seed: UInt64) {
    var generator = SeededRandom(seed: seed)
    let times = (0..<60).map { _ in MediaTime.random(using: &generator) }.sorted()
    for (index, time) in times.enumerated() {
      for later in times[index...] {
        #expect(time <= later)
        #expect((time == later) == (time.compared(to: later) == 0))
      }
      guard time.isNumeric, time.value.magnitude < 1 << 30, time.timescale < 1 << 20 else { continue }
      let same = MediaTime(value: time.value * 1001, timescale: time.timescale * 1001, epoch: time.epoch)
      #expect(same == time)
      #expect(same.hashValue == time.hashValue)
    }
  }

  @Test("equality is by meaning")
  func equality() {
    #expect(MediaTime(value: 1, timescale: 2) == MediaTime(value: 300, timescale: 600))
    #expect(MediaTime(value: 1, timescale: 2) != MediaTime(value: 1, timescale: 2, epoch: 1))
    #expect(MediaTime(value: 0, timescale: 1).hashValue == MediaTime(value: 0, timescale: 600).hashValue)
    #expect(MediaTime(value: .min, timescale: 2) == MediaTime(value: .min / 2, timescale: 1))
    #expect(
      MediaTime(value: .min, timescale: 2).hashValue == MediaTime(value: .min / 2, timescale: 1).hashValue)
    let leftovers = MediaTime(value: 7, timescale: 9, flags: [.valid, .indefinite], epoch: 3)
    #expect(leftovers == .indefinite)
    #expect(leftovers.hashValue == MediaTime.indefinite.hashValue)
  }

  @Test("the lesser and the greater of two times follow the order")
  func extremes() {
    #expect(min(MediaTime.indefinite, .positiveInfinity) == .indefinite)
    #expect(max(MediaTime.indefinite, .positiveInfinity) == .positiveInfinity)
    #expect(max(MediaTime.zero, .invalid) == .invalid)
  }
}
