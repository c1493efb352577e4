import CaptureDevices
import LiveCaptureTesting
import MediaCore
import Simulator
import Testing

/// What a maker of devices reads when one does not conform.
@Suite struct ConformanceReportTests {
  @Test("a violation says what was seen and what is asked for")
  func readable() throws {
    let clock = VirtualClock()
    let devices = SimulatedWorld(clock: clock, cameras: [SimulatedCamera("good")])
    let good = try devices.openVideo("good", wish: VideoWish()).source
    let report = DeviceConformance(pace: .virtual(clock)).report(on: SilentCamera(like: good))
    #expect(
      report.description == """
        conformance of camera good: 1 problem
          - delivers: 0 of 12 samples came within 10.0 s of start
            (Samples come within the pace's patience of the start.)
        """)
    #expect(throws: ExpectationFailure.self) { try report.check() }
  }

  @Test("what is violated with every frame is told once, with how often")
  func grouped() throws {
    let clock = VirtualClock()
    let devices = SimulatedWorld(clock: clock, cameras: [SimulatedCamera("good")])
    let good = try devices.openVideo("good", wish: VideoWish()).source
    let report = DeviceConformance(pace: .virtual(clock)).report(on: DefectiveCamera(good, fault: .wrongFormat))
    let count = report.violations.count { $0.check == .format }
    #expect(count > 1)
    #expect(report.problems.count { $0.hasPrefix("format: ") } == 1)
    #expect(report.problems.contains { $0.contains("(the first of \(count))") }, "\(report)")
  }

  @Test("every check says what it asks for, in a sentence of its own")
  func requirements() {
    let sentences = ConformanceViolation.Check.allCases.map(\.requirement)
    #expect(Set(sentences).count == sentences.count)
    #expect(sentences.allSatisfy { $0.hasSuffix(".") && $0.count > 20 })
  }

  /// Starts, and delivers nothing.
  private final class SilentCamera: VideoSource {
    let device: VideoDevice
    let mode: VideoMode
    let timestampInstant = TimestampInstant.unknown

    init(like source: any VideoSource) { (device, mode) = (source.device, source.mode) }

    func start(delivering sink: any VideoSink) {}
    func stop() {}
  }
}
