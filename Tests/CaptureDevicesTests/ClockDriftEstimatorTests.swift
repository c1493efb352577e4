import CaptureDevices
import MediaCore
import TestSupport
import Testing

/// A sample clock that a test makes up: exact in itself, read by a driver that looks at it late.
private struct SampleClock {
  var rate: Double
  var start: Int64
  var greatestLateness: Int64 = 0
  private var random: SeededRandom

  init(rate: Double, start: Int64 = 0, greatestLateness: Int64 = 0, seed: UInt64 = 1) {
    (self.rate, self.start, self.greatestLateness) = (rate, start, greatestLateness)
    random = SeededRandom(seed: seed)
  }

  /// When `position` frames were complete.
  func time(ofPosition position: Int64) -> Int64 {
    let seconds = (Double(position) / rate).rounded(.down)
    let rest = Double(position) - seconds * rate
    return start + Int64(seconds) * 1_000_000_000 + Int64((rest / rate * 1_000_000_000).rounded())
  }

  mutating func reading(at position: Int64) -> AudioClockReading {
    let lateness = greatestLateness == 0 ? 0 : Int64(random.next() % UInt64(greatestLateness + 1))
    return AudioClockReading(
      position: position, time: MediaTime(nanoseconds: time(ofPosition: position) + lateness))
  }
}

extension ClockDriftEstimator {
  /// Nanoseconds by which the estimate for `position` is later than the truth.
  fileprivate func error(at position: Int64, of clock: SampleClock) -> Int64 {
    time(ofPosition: position).nanoseconds - clock.time(ofPosition: position)
  }
}

@Suite("ClockDriftEstimator") struct ClockDriftEstimatorTests {
  @Test("before the first reading nothing is known")
  func empty() {
    let estimator = ClockDriftEstimator(nominalRate: 48_000)
    #expect(!estimator.time(ofPosition: 0).isValid)
    #expect(estimator.position(at: .zero).isNaN)
    #expect(estimator.rate == 48_000)
    #expect(estimator.partsPerMillion == 0)
    #expect(estimator.readingCount == 0)
  }

  @Test("one reading is enough for times at the nominal rate")
  func single() {
    var estimator = ClockDriftEstimator(nominalRate: 48_000)
    estimator.add(AudioClockReading(position: 480, time: MediaTime(nanoseconds: 5_010_000_000)))
    #expect(estimator.time(ofPosition: 0) == MediaTime(nanoseconds: 5_000_000_000))
    #expect(estimator.time(ofPosition: 48_480) == MediaTime(nanoseconds: 6_010_000_000))
    #expect(estimator.position(at: MediaTime(nanoseconds: 5_020_000_000)) == 960)
  }

  @Test(
    "a perfect clock keeps exactly its nominal rate and exact times for hours",
    arguments: [(48_000, 1_920), (48_000, 4_096), (44_100, 1_764), (16_000, 1_333)], [Int64(0), 1_000_000_000_000_000])
  func perfect(clock: (rate: Int, period: Int), start: Int64) {
    var estimator = ClockDriftEstimator(nominalRate: clock.rate)
    let truth = SampleClock(rate: Double(clock.rate), start: start)
    var source = truth
    for index in 1...100_000 {
      let position = Int64(index * clock.period)
      estimator.add(source.reading(at: position))
      guard index % 997 == 0 else { continue }
      #expect(estimator.rate == Double(clock.rate))
      #expect(abs(estimator.error(at: position, of: truth)) <= 1)
    }
    let seconds = Int64(clock.rate * 3600)
    let hour = estimator.time(ofPosition: 2 * seconds) - estimator.time(ofPosition: seconds)
    #expect(hour == MediaTime(value: 3600, timescale: 1))
  }

  @Test("stamps in whole microseconds leave a perfect clock its nominal rate", arguments: [48_000, 44_100])
  func microseconds(rate: Int) {
    var estimator = ClockDriftEstimator(nominalRate: rate)
    let clock = SampleClock(rate: Double(rate), start: 123_456_789_000)
    var position: Int64 = 0
    for index in 1...20_000 {
      position += Int64(441 + index * 7919 % 64)
      let microseconds = clock.time(ofPosition: position) / 1_000
      estimator.add(AudioClockReading(position: position, time: MediaTime(value: microseconds, timescale: 1_000_000)))
      #expect(estimator.rate == Double(rate))
      #expect(abs(estimator.error(at: position, of: clock)) <= 1_000)
    }
  }

  @Test("an exact clock of another rate is learned exactly", arguments: [-20_000.0, -100, 100, 5_000, 20_000])
  func exactDrift(partsPerMillion: Double) {
    var estimator = ClockDriftEstimator(nominalRate: 48_000)
    var clock = SampleClock(rate: 48_000 * (1 + partsPerMillion / 1_000_000), start: 1_000_000_000_000_000)
    for index in 1...150 { estimator.add(clock.reading(at: Int64(index * 480))) }
    #expect(abs(estimator.partsPerMillion - partsPerMillion) < 0.01)
    #expect(abs(estimator.error(at: 72_000, of: clock)) <= 10)
  }

  @Test(
    "after 1.5 s of late readings the time is known to 0.3 ms",
    arguments: [-20_000.0, -5_000, -100, 0, 100, 5_000, 20_000], [UInt64(1), 2, 3, 4, 5])
  func converges(partsPerMillion: Double, seed: UInt64) {
    var estimator = ClockDriftEstimator(nominalRate: 48_000)
    var clock = SampleClock(
      rate: 48_000 * (1 + partsPerMillion / 1_000_000), start: 77, greatestLateness: 4_000_000, seed: seed)
    for index in 1...150 { estimator.add(clock.reading(at: Int64(index * 480))) }
    for position in [Int64(36_000), 72_000, 72_480] {
      #expect(abs(estimator.error(at: position, of: clock)) < 300_000)
    }
    var worst: Int64 = 0
    for index in 151...6_000 {
      estimator.add(clock.reading(at: Int64(index * 480)))
      worst = max(worst, abs(estimator.error(at: Int64(index * 480), of: clock)))
    }
    #expect(worst < 400_000)
    #expect(abs(estimator.partsPerMillion - partsPerMillion) < 5)
    let position = estimator.position(at: MediaTime(nanoseconds: clock.time(ofPosition: 2_880_000)))
    #expect(abs(position - 2_880_000) < 5)
  }

  @Test("drift that changes with temperature is followed for hours")
  func temperature() {
    var estimator = ClockDriftEstimator(nominalRate: 48_000)
    var jitter = SampleClock(rate: 48_000, greatestLateness: 4_000_000, seed: 9)
    var truth = 1e15
    var worst = 0.0
    for index in 1...270_000 {
      // From 0 to 60 ppm slow and back within the three hours: a cold camera that warms up.
      let partsPerMillion = 60 * min(Double(index), 270_000 - Double(index)) / 135_000
      truth += 40_000_000 * (1 + partsPerMillion / 1_000_000)
      let lateness = jitter.reading(at: 0).time.nanoseconds
      let position = Int64(index * 1_920)
      estimator.add(
        AudioClockReading(position: position, time: MediaTime(nanoseconds: Int64(truth) + lateness)))
      guard index > 500 else { continue }
      worst = max(worst, abs(Double(estimator.time(ofPosition: position).nanoseconds) - truth))
    }
    #expect(worst < 200_000)
  }

  @Test("a filler of mistaken length spoils neither the rate nor, for long, the times", arguments: [-3.0, 3, 40])
  func announcedDiscontinuity(mistakeMilliseconds: Double) {
    var estimator = ClockDriftEstimator(nominalRate: 48_000)
    var clock = SampleClock(rate: 48_004.8, greatestLateness: 4_000_000, seed: 4)
    for index in 1...6_000 { estimator.add(clock.reading(at: Int64(index * 480))) }
    estimator.noteDiscontinuity()
    clock.start += Int64(mistakeMilliseconds * 1_000_000)
    for index in 6_001...6_150 {
      estimator.add(clock.reading(at: Int64(index * 480)))
      #expect(abs(estimator.partsPerMillion - 100) < 5)
    }
    #expect(abs(estimator.error(at: 6_150 * 480, of: clock)) < 300_000)
    for index in 6_151...20_000 { estimator.add(clock.reading(at: Int64(index * 480))) }
    #expect(abs(estimator.partsPerMillion - 100) < 5)
    #expect(abs(estimator.error(at: 20_000 * 480, of: clock)) < 200_000)
  }

  @Test("a jump that nobody announces is noticed", arguments: [-500.0, -20, 20, 500])
  func unannouncedDiscontinuity(jumpMilliseconds: Double) {
    var estimator = ClockDriftEstimator(nominalRate: 48_000)
    var clock = SampleClock(rate: 48_004.8, greatestLateness: 4_000_000, seed: 5)
    for index in 1...6_000 { estimator.add(clock.reading(at: Int64(index * 480))) }
    clock.start += Int64(jumpMilliseconds * 1_000_000)
    for index in 6_001...6_500 { estimator.add(clock.reading(at: Int64(index * 480))) }
    #expect(abs(estimator.partsPerMillion - 100) < 5)
    #expect(abs(estimator.error(at: 6_500 * 480, of: clock)) < 300_000)
  }

  @Test("one reading that is far too early is set aside")
  func stray() {
    var estimator = ClockDriftEstimator(nominalRate: 48_000)
    var clock = SampleClock(rate: 48_000, greatestLateness: 1_000_000, seed: 6)
    for index in 1...1_000 {
      var reading = clock.reading(at: Int64(index * 480))
      if index % 300 == 0 {
        reading = AudioClockReading(
          position: reading.position, time: reading.time - MediaTime(nanoseconds: 50_000_000))
      }
      estimator.add(reading)
    }
    #expect(abs(estimator.error(at: 480_000, of: clock)) < 300_000)
  }

  @Test("times rise with positions, whatever the readings say", arguments: UInt64(1)...20)
  func monotone(seed: UInt64) {
    var estimator = ClockDriftEstimator(nominalRate: 48_000)
    var clock = SampleClock(rate: 48_000, greatestLateness: 500_000_000, seed: seed)
    // Neighbours, where a step back would be hidden least, and a long way on.
    let positions = Array(Int64(0)...20) + stride(from: 27, to: 2_000, by: 91)
    for index in 1...300 {
      estimator.add(clock.reading(at: Int64(index * 480)))
      let times = positions.map { estimator.time(ofPosition: $0) }
      let isRising = zip(times, times.dropFirst()).allSatisfy { $0 < $1 }
      #expect(isRising)
    }
  }

  @Test("position is the inverse of time", arguments: [48_000.0, 48_004.8, 47_500])
  func inverse(rate: Double) {
    var estimator = ClockDriftEstimator(nominalRate: 48_000)
    var clock = SampleClock(rate: rate, start: 1_000_000_000_000_000, greatestLateness: 100_000)
    for index in 1...2_000 { estimator.add(clock.reading(at: Int64(index * 480))) }
    for position in stride(from: Int64(900_000), through: 1_000_000, by: 777) {
      #expect(abs(estimator.position(at: estimator.time(ofPosition: position)) - Double(position)) < 0.001)
    }
  }

  @Test("readings that go back, mean nothing or lie at the ends of the number line do no harm")
  func hostile() {
    var estimator = ClockDriftEstimator(nominalRate: 48_000)
    estimator.add(AudioClockReading(position: 480, time: .invalid))
    #expect(estimator.readingCount == 0)
    estimator.add(AudioClockReading(position: 480, time: .zero))
    estimator.add(AudioClockReading(position: 0, time: .zero))
    #expect(estimator.readingCount == 1)
    let extremes = [Int64.min, -1, 0, 1, Int64.max]
    for position in extremes {
      for time in extremes {
        var hostile = estimator
        hostile.add(AudioClockReading(position: position, time: MediaTime(nanoseconds: time)))
        hostile.add(AudioClockReading(position: .max, time: MediaTime(nanoseconds: .max)))
        #expect(hostile.time(ofPosition: .min).isValid)
        #expect(!hostile.position(at: MediaTime(nanoseconds: .min)).isNaN)
      }
    }
  }
}
