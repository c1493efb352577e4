import CaptureCodecs
import CaptureDevices
import CaptureSupport
import Foundation
import LiveCaptureTesting
import MediaCore
import SceneJudging
import Simulator
import Synchronization
import TestSupport
import Testing

@Suite struct SceneVideoSourceTests {
  static let small = VideoWish(size: (320, 240), frameRate: 30, pixelFormat: .grey)

  @Test("frames carry the scene's times, count up, and arrive one interval later")
  func schedule() throws {
    let log = try SceneLog(duration: .milliseconds(1000), video: Self.small, pictures: StandardPictures())
    #expect(log.frames.count == 30)
    for (index, event) in log.video.events.enumerated() {
      guard case .frame(let frame, let arrival?) = event else {
        Issue.record("\(event)")
        continue
      }
      let interval = MediaTime(value: 1, timescale: 30)
      #expect(frame.sequence == UInt64(index))
      #expect(frame.time == log.scene.timeOfFrame(Int64(index), interval: interval))
      #expect((arrival - frame.time - interval).magnitude <= MediaTime(nanoseconds: 1))
    }
  }

  @Test("the latency can be chosen")
  func latency() throws {
    let settings = SceneSettings(frameLatency: .milliseconds(80))
    let log = try SceneLog(
      duration: .milliseconds(1000), video: Self.small, settings: settings, pictures: StandardPictures())
    #expect(log.frames.count == 28)
    guard case .frame(let frame, let arrival?) = log.video.events[3] else {
      Issue.record("no frame")
      return
    }
    #expect(arrival - frame.time == .milliseconds(80))
  }

  @Test(
    "equal seeds give equal bytes, another seed others",
    arguments: SceneModes.pictureFormats + ["RGGB", "pBAA", "GB12"].compactMap { PixelFormat($0) })
  func determinism(format: PixelFormat) throws {
    let wish = VideoWish(size: (320, 240), frameRate: 30, pixelFormat: format)
    func bytes(seed: UInt64) throws -> [[UInt8]] {
      try SceneLog(
        duration: .milliseconds(200), video: wish, settings: SceneSettings(seed: seed), pictures: StandardPictures()
      ).frames
        .map { $0.storage.withBytes(Array.init) }
    }
    let first = try bytes(seed: 7)
    #expect(first.count == 6)
    #expect(try bytes(seed: 7) == first)
    #expect(try bytes(seed: 8)[0] != first[0])
    #expect(first[1] != first[2])
  }

  @Test("jitter moves timestamps within its limit, both ways, and never backwards")
  func jitter() throws {
    let settings = SceneSettings(frameLatency: .zero, timestampJitter: .milliseconds(2))
    let log = try SceneLog(
      duration: .milliseconds(2000), video: Self.small, settings: settings, pictures: StandardPictures())
    let offsets = log.frames.enumerated().map { index, frame in
      frame.time - log.scene.timeOfFrame(Int64(index), interval: MediaTime(value: 1, timescale: 30))
    }
    #expect(offsets.allSatisfy { $0.magnitude <= .milliseconds(2) })
    #expect(offsets.contains { $0 > .milliseconds(1) } && offsets.contains { $0 < -.milliseconds(1) })
    #expect(zip(log.frames, log.frames.dropFirst()).allSatisfy { $0.time < $1.time })
    for case .frame(let frame, let arrival?) in log.video.events { #expect(frame.time <= arrival) }
  }

  @Test("a late clock gets late frames with their own times, and a very late one drops to the newest")
  func lateness() throws {
    let clock = LateClock()
    let source = try SceneCatalog(clock: clock, pictures: StandardPictures()).openVideo("scene", wish: Self.small)
      .source
    let sink = VideoSinkLog()
    try source.start(delivering: sink)
    clock.jump(by: .milliseconds(201))
    // Frames 0 to 5 were due, each one interval after its instant; none is dropped.
    #expect(sink.frames.map(\.sequence) == [0, 1, 2, 3, 4, 5])
    #expect(sink.skippedCount == 0)
    clock.jump(by: .milliseconds(1000))
    #expect(sink.frames.map(\.sequence) == [0, 1, 2, 3, 4, 5, 35])
    #expect(sink.skippedCount == 29)
    clock.jump(by: .milliseconds(33))
    #expect(sink.frames.last?.sequence == 36)
    let times = sink.frames.map { $0.time - clock.start }
    #expect(times.last.map { ($0 - MediaTime(value: 36, timescale: 30)).magnitude < MediaTime(nanoseconds: 2) } == true)
    source.stop()
  }

  @Test("a second start is refused, and a camera that is let go ends by itself")
  func lifecycle() throws {
    let clock = VirtualClock()
    let sink = VideoSinkLog()
    var source: (any VideoSource)? = try SceneCatalog(clock: clock, pictures: StandardPictures()).openVideo(
      "scene", wish: Self.small
    ).source
    try source?.start(delivering: sink)
    let error = #expect(throws: DeviceError.self) { try source?.start(delivering: sink) }
    #expect(error?.code == .invalidState)
    source = nil
    clock.advance(by: .milliseconds(500))
    #expect(sink.events.isEmpty)
  }

  @Test("stop waits for a call in progress")
  func stopWaits() async throws {
    let clock = VirtualClock()
    let source = try SceneCatalog(clock: clock, pictures: StandardPictures()).openVideo("scene", wish: Self.small)
      .source
    let sink = SlowSink()
    try source.start(delivering: sink)
    // Threads of their own, not the pool's: both are held up.
    let advanced = AsyncStream<Int>.makeStream()
    Thread {
      clock.advance(by: .milliseconds(70))
      advanced.continuation.yield(0)
    }.start()
    await sink.isInside()
    let stopped = AsyncStream<Int>.makeStream()
    Thread {
      source.stop()
      stopped.continuation.yield(sink.callsEnded)
    }.start()
    sink.letGo()
    // The call that was in progress is over when stop returns; whether there was a second one is the clock's luck.
    let endedAtStop = await stopped.stream.first { _ in true }
    #expect((endedAtStop ?? 0) >= 1)
    _ = await advanced.stream.first { _ in true }
    #expect(sink.callsEnded == endedAtStop)
    #expect(sink.callsEnded == sink.callsBegun)
  }

  @Test("a camera started later films what happens then, counting from 0")
  func laterStart() throws {
    let clock = VirtualClock()
    let catalog = SceneCatalog(clock: clock, pictures: StandardPictures())
    let source = try catalog.openVideo("scene", wish: Self.small).source
    clock.advance(by: .milliseconds(1010))
    let sink = VideoSinkLog()
    try source.start(delivering: sink)
    clock.advance(by: .milliseconds(100))
    source.stop()
    let first = try #require(sink.frames.first)
    #expect(first.sequence == 0)
    #expect(try BarCodeReader().read(first)?.frameNumber == 31)
  }
}

/// A sink whose first call lasts until it is let go.
private final class SlowSink: VideoSink {
  private let counts = Mutex((begun: 0, ended: 0))
  private let entered = AsyncStream<Void>.makeStream()
  private let gate = DispatchSemaphore(value: 0)

  var callsBegun: Int { counts.withLock { $0.begun } }
  var callsEnded: Int { counts.withLock { $0.ended } }

  func isInside() async {
    for await _ in entered.stream { return }
  }

  func letGo() { gate.signal() }

  func videoSource(_ source: any VideoSource, didCapture frame: BorrowedVideoFrame) {
    let isFirst = counts.withLock { counts in
      counts.begun += 1
      return counts.begun == 1
    }
    if isFirst {
      entered.continuation.yield()
      gate.wait()
    }
    counts.withLock { $0.ended += 1 }
  }

  func videoSource(_ source: any VideoSource, didSkip count: Int, reason: SkipReason) {}
  func videoSource(_ source: any VideoSource, didFail error: DeviceError) {}
}
