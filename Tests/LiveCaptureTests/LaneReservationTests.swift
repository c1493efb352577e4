import CaptureCodecs
import CaptureDevices
import CaptureSupport
import LiveCaptureTesting
import MediaCore
import Simulator
import Testing

@testable import LiveCapture

/// Which captures share a footage, and that nobody keeps one that is over.
@Suite struct LaneReservationTests {
  private let clock = VirtualClock()
  private let scheduler = CountedWork()
  private let counter = FootageCounter()
  private let configuration = CaptureBench.Setup().session
  private let ids = (1...3).map { CaptureID(rawValue: $0) }

  private func window(_ start: Double, _ end: Double) -> TimeRange {
    func time(_ seconds: Double) -> MediaTime {
      MediaTime(value: 1000, timescale: 1) + MediaTime(seconds: seconds, preferredTimescale: 1_000_000_000)
    }
    return TimeRange(start: time(start), end: time(end))
  }

  @Test("windows that overlap share a video footage, which goes with the last of them")
  func video() async throws {
    let source = try SceneCatalog(clock: clock).openVideo("scene", wish: CaptureBench.Setup().video).source
    let lane = VideoLane(source: source, configuration: configuration)
    try source.start(delivering: lane)
    clock.advance(by: MediaTime(value: 2, timescale: 1))
    func reserve(_ window: TimeRange, _ id: CaptureID, measuringMotion: Bool = false) -> VideoFootage {
      lane.reserve(
        FootageClaim(id: id, window: window, hold: window.end), sharing: { $0.measuresMotion || !measuringMotion }
      ) {
        var plan = PictureEncoder.Plan(
          mode: source.mode, codec: .h264, configuration: configuration, counter: counter, encoders: StandardMovies())
        plan.measuresMotion = measuringMotion
        return VideoFootage(plan, scheduler: scheduler)
      }
    }
    weak var shared: VideoFootage?
    weak var other: VideoFootage?
    do {
      let first = reserve(window(0.5, 1.5), ids[0])
      let second = reserve(window(1, 2.5), ids[1])
      let earlier = reserve(window(0.2, 1), ids[2])
      #expect(first === second && earlier !== first)
      (shared, other) = (first, earlier)
      lane.release(first, for: ids[0])
      lane.release(earlier, for: ids[2])
    }
    await scheduler.settle()
    #expect(shared != nil && other == nil)
    try lane.release(#require(shared), for: ids[1])
    await scheduler.settle()
    #expect(shared == nil)
    // What was encoded without looking at motion cannot be trimmed; what was measured serves everybody.
    let plain = reserve(window(0.5, 1.5), ids[0])
    let measured = reserve(window(0.5, 1.5), ids[1], measuringMotion: true)
    #expect(measured !== plain && reserve(window(1, 2), ids[2]) === measured)
    for (footage, id) in [(plain, ids[0]), (measured, ids[1]), (measured, ids[2])] { lane.release(footage, for: id) }
    source.stop()
  }

  @Test("windows that overlap share an audio footage, which goes with the last of them")
  func audio() async throws {
    let source = try SceneCatalog(clock: clock).openAudio("scene", wish: AudioWish())
    let lane = AudioLane(source: source, configuration: configuration)
    try source.start(delivering: lane)
    clock.advance(by: MediaTime(value: 2, timescale: 1))
    func reserve(_ window: TimeRange, _ id: CaptureID) -> AudioFootage {
      lane.reserve(FootageClaim(id: id, window: window)) {
        AudioFootage(
          format: source.format, configuration: configuration, sound: StandardSound(), scheduler: scheduler)
      }
    }
    weak var shared: AudioFootage?
    do {
      let first = reserve(window(0.5, 1.5), ids[0])
      shared = first
      let second = reserve(window(1, 2.5), ids[1])
      #expect(second === first)
      let apart = reserve(window(3, 4), ids[2])
      #expect(apart !== first)
      lane.release(apart, for: ids[2])
      lane.release(first, for: ids[0])
    }
    await scheduler.settle()
    #expect(shared != nil)
    try lane.release(#require(shared), for: ids[1])
    await scheduler.settle()
    #expect(shared == nil)
    source.stop()
  }
}
