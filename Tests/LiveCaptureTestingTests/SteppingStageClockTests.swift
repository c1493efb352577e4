import Diagnostics
import LiveCaptureTesting
import Testing

/// The clock under the timings of tests.
@Suite struct SteppingStageClockTests {
  @Test("each reading is one step on, is counted, and moves no other clock")
  func steps() {
    let clock = SteppingStageClock(step: StageReading(wallNanoseconds: 7, processorNanoseconds: 3))
    #expect(clock.readingCount == 0)
    #expect(clock.now == StageReading(wallNanoseconds: 7, processorNanoseconds: 3))
    #expect(clock.now == StageReading(wallNanoseconds: 14, processorNanoseconds: 6))
    #expect(clock.readingCount == 2)
    let usual = SteppingStageClock()
    #expect(usual.now == StageReading(wallNanoseconds: 1_000_000, processorNanoseconds: 500_000))
    #expect(clock.readingCount == 2)
  }

  @Test("no two threads get one reading")
  func threads() async {
    let clock = SteppingStageClock(step: StageReading(wallNanoseconds: 1))
    let readings = await withTaskGroup { group in
      for _ in 0..<4 { group.addTask { (0..<250).map { _ in clock.now.wallNanoseconds } } }
      return await group.reduce(into: []) { $0 += $1 }
    }
    #expect(readings.sorted() == Array(1...1000))
    #expect(clock.readingCount == 1000)
  }
}
