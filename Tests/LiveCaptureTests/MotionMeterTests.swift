import MediaCore
import Testing
import VideoCoding

@testable import CaptureCodecs
@testable import LiveCapture

/// What counts as a swung camera, and what is cut off because of it.
@Suite struct MotionMeterTests {
  private let times = (0..<90).map { MediaTime(value: Int64($0), timescale: 30) }
  private let still = MediaTime(value: 45, timescale: 30)

  private func calm(_ motion: (Int) -> Double) -> Range<Int> {
    CalmRange.range(times: times, motions: (0..<90).map(motion), still: still)
  }

  @Test("calm movies, flashes and cuts keep their ends")
  func calm() {
    #expect(calm { _ in 3 } == 0..<90)
    #expect(calm { $0 == 0 || $0 == 1 ? 200 : 2 } == 0..<90)
    #expect(calm { $0 == 89 ? 200 : 2 } == 0..<90)
    #expect(calm { (30..<60).contains($0) ? 60 : 2 } == 0..<90, "what moves in the middle stays")
    #expect(CalmRange.range(times: [], motions: [], still: .zero).isEmpty)
  }

  @Test("a swing at an end is cut off, to a second at most, and a quarter of one is left beside the still")
  func swing() {
    let up = calm { $0 < 15 ? 60 : 2 }
    #expect((12...15).contains(up.lowerBound) && up.upperBound == 90)
    let down = calm { $0 >= 80 ? 60 : 2 }
    #expect(down.lowerBound == 0 && (80...83).contains(down.upperBound))
    let all = calm { _ in 60 }
    #expect(all.lowerBound == 30 && all.upperBound == 60 || all == 30..<61 || all == 30..<60)
    let early = CalmRange.range(
      times: times, motions: Array(repeating: 60, count: 90), still: MediaTime(value: 10, timescale: 30))
    #expect(early.lowerBound <= 3)
  }

  @Test("pictures that are alike differ little, others much")
  func measure() throws {
    var meter = MotionMeter()
    let picture = try I420Picture(width: 64, height: 36, range: .full)
    picture.fill(x: 0, y: 0, width: 64, height: 36, luma: 40)
    #expect(meter.measure(picture) == 0)
    #expect(meter.measure(picture) == 0)
    picture.fill(x: 0, y: 0, width: 32, height: 36, luma: 140)
    #expect(abs(meter.measure(picture) - 50) < 4)
  }
}
