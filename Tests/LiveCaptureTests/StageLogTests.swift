import Diagnostics
import MediaCore
import Testing

@testable import LiveCapture

/// What is kept of the work for samples.
@Suite struct StageLogTests {
  private func time(_ number: Int) -> MediaTime { MediaTime(value: Int64(number), timescale: 30) }

  /// Samples 0 to `count` - 1, of which number n took n nanoseconds to decode and twice as much to encode.
  private func log(_ count: Int, capacity: Int = 1000) -> StageLog {
    var log = StageLog(capacity: capacity)
    for number in 0..<count {
      var profile = StageProfile()
      profile.add(StageSpan(wallNanoseconds: Int64(number)), to: .decode)
      profile.add(StageSpan(wallNanoseconds: 2 * Int64(number), processorNanoseconds: 1), to: .encodeVideo)
      log.add(profile, at: time(number))
    }
    return log
  }

  @Test("a window gets the work for its samples, both ends included")
  func window() {
    var log = log(100)
    let work = log.take(from: time(10), through: time(19))
    #expect(
      work.all[.decode].count == 10 && work.all[.decode].wallNanoseconds == 145
        && work.all[.decode].longestNanoseconds == 19)
    #expect(work.all[.encodeVideo].wallNanoseconds == 290 && work.all[.encodeVideo].processorNanoseconds == 10)
    #expect(work.reused.isEmpty)
  }

  @Test("what several windows hold is reused by all but the first: without it no piece of work counts twice")
  func sharing() {
    var log = log(100)
    let windows = [0...49, 20...79, 40...99, 20...79].map {
      log.take(from: time($0.lowerBound), through: time($0.upperBound))
    }
    #expect(windows.map { $0.all[.decode].count } == [50, 60, 60, 60])
    #expect(windows.map { $0.reused[.decode].count } == [0, 30, 40, 60])
    let counted = windows.reduce(0) { $0 + $1.all[.decode].wallNanoseconds - $1.reused[.decode].wallNanoseconds }
    #expect(counted == (0..<100).reduce(0, +))
  }

  @Test("it keeps no more than it has room for, and nothing of what is forgotten")
  func bounds() {
    var log = log(10_000, capacity: 40)
    #expect(log.count == 40)
    #expect(log.take(from: time(0), through: time(9_979)).all.isEmpty)
    #expect(log.take(from: time(0), through: time(10_000)).all[.decode].count == 20)
    log.forget(before: time(9_995))
    #expect(log.take(from: time(0), through: time(10_000)).all[.decode].count == 5)
    log.forget(before: .positiveInfinity)
    #expect(log.count == 0)
  }
}
