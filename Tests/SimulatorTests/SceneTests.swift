import MediaCore
import Simulator
import Testing

@Suite struct SceneTests {
  static let intervals: [MediaTime] = [
    MediaTime(value: 1, timescale: 30), MediaTime(value: 1001, timescale: 30_000), MediaTime(value: 1, timescale: 24),
    MediaTime(value: 1, timescale: 240), MediaTime(value: 1, timescale: 1), MediaTime(value: 2, timescale: 25),
  ]
  let scene = Scene(epoch: MediaTime(nanoseconds: 5_000_000_123))

  @Test("frame times are computed from the epoch, not added up", arguments: intervals)
  func frameTimes(interval: MediaTime) {
    let frames: [Int64] = [0, 1, 2, 29, 30, 100_000, 2_591_999_999]
    for number in frames {
      let exact = Double(number) * interval.seconds * 1e9
      let time = scene.timeOfFrame(number, interval: interval)
      #expect(abs(Double(time.nanoseconds - scene.epoch.nanoseconds) - exact) <= max(1, exact * 1e-15))
    }
    // A full second's worth of frames at whole rates ends on the nanosecond.
    #expect(
      scene.timeOfFrame(Int64(interval.timescale), interval: interval).nanoseconds
        == scene.epoch.nanoseconds + interval.value * 1_000_000_000)
  }

  @Test("the first frame at or after an instant is found, whatever the rounding", arguments: intervals)
  func firstFrame(interval: MediaTime) {
    for number in [0, 1, 7, 12_345_678] as [Int64] {
      let time = scene.timeOfFrame(number, interval: interval)
      #expect(scene.firstFrame(atOrAfter: time, interval: interval) == number)
      #expect(scene.firstFrame(atOrAfter: time + MediaTime(nanoseconds: 1), interval: interval) == number + 1)
      #expect(scene.firstFrame(atOrAfter: time - MediaTime(nanoseconds: 1), interval: interval) == number)
    }
    #expect(scene.firstFrame(atOrAfter: .zero, interval: interval) == 0)
  }

  @Test("the first frame at or after each full second is the flash", arguments: intervals)
  func flashes(interval: MediaTime) {
    let seconds: Int64 = 61
    var expected: Set<Int64> = []
    for second in 0..<seconds {
      let dividend = second * Int64(interval.timescale)
      expected.insert((dividend + interval.value - 1) / interval.value)
    }
    let count = seconds * Int64(interval.timescale) / interval.value - 1
    let flashes = (0..<count).filter { scene.isFlash(frame: $0, interval: interval) }
    #expect(Set(flashes) == expected.filter { $0 < count })
  }

  @Test("a frame's code tells its number and its time to the microsecond", arguments: intervals)
  func codes(interval: MediaTime) {
    for number in [0, 1, 1000, 86_400 * 30] as [Int64] {
      let code = scene.code(ofFrame: number, interval: interval)
      #expect(Int64(code.frameNumber) == number)
      let off = code.time - (scene.timeOfFrame(number, interval: interval) - scene.epoch)
      #expect(off.magnitude <= MediaTime(nanoseconds: 501))
    }
  }
}
