import CaptureCodecs
import CaptureDevices
import Foundation
import MediaCore
import Simulator
import Synchronization
import TestSupport
import Testing

@testable import LiveCaptureTesting

@Suite struct DeviceConformanceTests {
  static let wish = VideoWish(size: (64, 48), frameRate: 30, pixelFormat: .grey)

  @Test(
    "the simulated camera keeps its contract, in every format and also with jitter",
    arguments: SceneModes.formats, [0, 3] as [Int64])
  func camera(format: PixelFormat, jitter: Int64) throws {
    let clock = VirtualClock()
    let settings = SceneSettings(timestampJitter: .milliseconds(jitter))
    let source = try SceneCatalog(clock: clock, settings: settings, pictures: StandardPictures())
      .openVideo("scene", wish: VideoWish(size: (128, 96), frameRate: 60, pixelFormat: format)).source
    #expect(DeviceConformance(pace: .virtual(clock)).violations(of: source) == [])
  }

  @Test(
    "the simulated microphone keeps its contract, also with skew and jitter", arguments: [0.0, 3000, -3000],
    [0, 5] as [Int64])
  func microphone(skew: Double, jitter: Int64) throws {
    let clock = VirtualClock()
    let settings = SceneSettings(microphoneSkewPPM: skew, audioReadingJitter: .milliseconds(jitter))
    let source = try SceneCatalog(clock: clock, settings: settings).openAudio("scene", wish: AudioWish())
    #expect(DeviceConformance(pace: .virtual(clock)).violations(of: source) == [])
  }

  @Test("each fault of a camera is noticed by the check made for it", arguments: DefectiveCamera.Fault.allCases)
  func faultyCamera(fault: DefectiveCamera.Fault) throws {
    let clock = VirtualClock()
    let good = try SceneCatalog(clock: clock, pictures: StandardPictures()).openVideo("scene", wish: Self.wish).source
    let source = DefectiveCamera(good, fault: fault)
    let meddling = MeddlingClock(clock: clock) { [weak source] in source?.repeatCall() }
    let pace = DevicePace(clock: meddling, patience: MediaTime(value: 5, timescale: 1), virtualClock: clock)
    let violations = DeviceConformance(pace: pace).violations(of: source)
    #expect(violations.contains { $0.check == fault.check && !$0.message.isEmpty }, "\(violations)")
  }

  @Test("each fault of a microphone is noticed by the check made for it", arguments: DefectiveMicrophone.Fault.allCases)
  func faultyMicrophone(fault: DefectiveMicrophone.Fault) throws {
    let clock = VirtualClock()
    let good = try SceneCatalog(clock: clock).openAudio("scene", wish: AudioWish())
    let violations = DeviceConformance(pace: .virtual(clock)).violations(of: DefectiveMicrophone(good, fault: fault))
    #expect(violations.contains { $0.check == fault.check && !$0.message.isEmpty }, "\(violations)")
  }

  @Test("every check has a fault that it notices")
  func completeness() {
    let noticed = Set(DefectiveCamera.Fault.allCases.map(\.check) + DefectiveMicrophone.Fault.allCases.map(\.check))
    #expect(noticed == Set(ConformanceViolation.Check.allCases))
  }

  @Test("a device that runs by itself is waited for, and one that does not is given up")
  func realPace() throws {
    let clock = VirtualClock()
    let source = ImmediateSource(
      try SceneCatalog(clock: clock, pictures: StandardPictures()).openVideo("scene", wish: Self.wish).source,
      clock: clock)
    let sink = VideoSinkLog()
    try source.start(delivering: sink)
    #expect(sink.waitForFrames(12, within: .seconds(60)))
    #expect(!sink.waitForFrames(13, within: .zero))
    source.stop()
    let pace = DevicePace.real(clock, patience: MediaTime(value: 1, timescale: 1000))
    let silent = try SceneCatalog(clock: clock, pictures: StandardPictures()).openVideo("scene", wish: Self.wish).source
    #expect(DeviceConformance(pace: pace).violations(of: silent).map(\.check) == [.delivers])
  }
}

/// A camera that delivers twelve frames as soon as it is started, on a thread of its own.
private final class ImmediateSource: VideoSource {
  private let good: any VideoSource
  private let clock: VirtualClock

  var device: VideoDevice { good.device }
  var mode: VideoMode { good.mode }
  var timestampInstant: TimestampInstant { good.timestampInstant }

  init(_ good: any VideoSource, clock: VirtualClock) {
    self.good = good
    self.clock = clock
  }

  func start(delivering sink: any VideoSink) throws(DeviceError) {
    try good.start(delivering: sink)
    let (clock, interval) = (clock, mode.frameInterval)
    // A thread of its own, not one of the pool's: the waiting test holds one of those.
    Thread { clock.advance(by: interval * 12 + MediaTime(value: 1, timescale: 1000)) }.start()
  }

  func stop() { good.stop() }
}
