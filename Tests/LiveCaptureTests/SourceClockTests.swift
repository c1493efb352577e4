import MediaCore
import TestSupport
import Testing

@testable import LiveCapture

/// When a camera's times count as having jumped, and when they do not.
@Suite struct SourceClockTests {
  /// A camera of 30 frames a second by whose clock and latency frames come; keeps what becomes of them.
  private struct Course {
    var clock = SourceClock(frameInterval: MediaTime(value: 1, timescale: 30))
    /// By how much each frame that was taken lies beside the truth, in milliseconds.
    var errors: [Int] = []
    var jumps: [Int] = []
    var withheld = 0
    var isSilent = false
    private var newest: MediaTime?
    private var waiting: [(time: MediaTime, truth: MediaTime)] = []
    private var index = 0

    /// Frames come so late, in milliseconds, from a camera whose clock is so far ahead.
    mutating func run(_ count: Int, ahead: Int = 0, late: (Int) -> Int = { 20 + $0 * 7 % 11 }) {
      for number in 0..<count {
        let truth = MediaTime(nanoseconds: 1_000_000_000_000 + Int64(index) * 33_333_333)
        index += 1
        if isSilent { continue }
        let time = truth + MediaTime.milliseconds(Int64(ahead))
        switch clock.judge(time, at: truth + MediaTime.milliseconds(Int64(late(number))), after: newest) {
        case .take(let time):
          waiting = []
          take(time, truth)
        case .withhold(let count):
          withheld += 1
          waiting.append((time, truth))
          waiting = Array(waiting.suffix(count))
        case .jumped(let step):
          jumps.append(Int((step.seconds * 1000).rounded()))
          for (time, truth) in waiting + [(time, truth)] { take(clock.mapped(time), truth) }
          waiting = []
        }
      }
    }

    private mutating func take(_ time: MediaTime, _ truth: MediaTime) {
      if let newest, time < newest { return }
      newest = time
      errors.append(Int(((time - truth).seconds * 1000).rounded()))
    }
  }

  @Test(
    "a step is measured, and no frame is lost or wrong by more than latencies vary by",
    arguments: [
      -3_600_000, -5000, -2500, -300, 300, 500, 2500, 86_400_000,
    ])
  func step(by step: Int) {
    var course = Course()
    course.run(300)
    course.run(300, ahead: step)
    #expect(course.jumps.count == 1)
    #expect(abs((course.jumps.first ?? 0) - step) <= 10)
    #expect(course.errors.count == 600)
    #expect(course.errors.allSatisfy { abs($0) <= 10 })
  }

  @Test("steps there and back, and several in a row")
  func steps() {
    var course = Course()
    for ahead in [0, 2000, 0, -4000, -4500, 90_000] { course.run(200, ahead: ahead) }
    #expect(course.jumps.count == 5)
    #expect(course.errors.count == 1200 && course.errors.allSatisfy { abs($0) <= 15 })
  }

  @Test("a camera whose times are of another clock from the first frame on", arguments: [-1_000_000, 5000, 1_000_000])
  func otherClock(ahead: Int) {
    var course = Course()
    course.run(300, ahead: ahead)
    #expect(course.jumps.count == 1)
    #expect(course.errors.suffix(200).allSatisfy { abs($0) <= 40 })
  }

  @Test("single strays are left out, and nothing has jumped")
  func strays() {
    var course = Course()
    for ahead in [900, -900, 4000, -70_000] {
      course.run(100)
      course.run(3, ahead: ahead)
    }
    course.run(100)
    #expect(course.jumps.isEmpty && course.withheld == 12)
    #expect(course.errors.count == 500 && course.errors.allSatisfy { $0 == 0 })
  }

  @Test("late frames are no jump: bursts, a queue that is worked off, a machine that becomes slow, drift of latency")
  func late() {
    var course = Course()
    // The first frames wait for the session to be ready.
    course.run(30) { max(20, 1000 - $0 * 33) }
    course.run(300)
    // All frames of two seconds at once.
    course.run(60) { 2000 - $0 * 33 }
    course.run(300)
    // A queue of four frames that stays full.
    course.run(300) { 150 + $0 % 5 }
    // Slower and slower, and better at once.
    course.run(900) { 20 + $0 / 4 }
    course.run(300)
    #expect(course.jumps.isEmpty && course.withheld == 0)
    #expect(course.errors.allSatisfy { $0 == 0 })
  }

  @Test("a camera that was silent while its clock was set back is noticed too")
  func stepInSilence() {
    var course = Course()
    course.run(300)
    course.isSilent = true
    course.run(60)
    course.isSilent = false
    // Its times go on behind the newest frame's, only later than they should be.
    course.run(200, ahead: -1500)
    #expect(course.jumps.count == 1)
    #expect(course.errors.suffix(100).allSatisfy { abs($0) <= 10 })
  }

  @Test("times that never settle, and times that are none, give rough times and trap nowhere")
  func nonsense() {
    var clock = SourceClock(frameInterval: .zero)
    var newest: MediaTime?
    var taken = 0
    let times: [Int64] = [.max, .min, 0, .max / 2, -1, .min + 1, 1 << 61, -(1 << 61), 1 << 59]
    for number in 0..<5000 {
      let arrival = MediaTime(nanoseconds: 1_000_000_000_000 + Int64(number) * 33_000_000)
      switch clock.judge(MediaTime(nanoseconds: times[number % times.count]), at: arrival, after: newest) {
      case .take(let time):
        if newest.map({ $0 <= time }) ?? true { (newest, taken) = (time, taken + 1) }
      case .withhold: break
      case .jumped: taken += 1
      }
    }
    #expect(taken > 100)
    for time in [MediaTime.invalid, .positiveInfinity, .negativeInfinity] {
      _ = clock.judge(time, at: .zero, after: nil)
      _ = clock.judge(.zero, at: time, after: .zero)
    }
  }
}
