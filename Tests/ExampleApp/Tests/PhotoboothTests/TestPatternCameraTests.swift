import LiveCaptureTesting
import Photobooth
import Simulator
import Testing

@Suite struct TestPatternCameraTests {
  @Test("our own camera keeps what cameras promise")
  func conforms() {
    let clock = VirtualClock()
    let suite = DeviceConformance(pace: .virtual(clock))
    let report = suite.report(on: TestPatternCamera(clock: clock))
    #expect(report.passes)
  }

  @Test("one that loses pictures and says nothing is found out")
  func losesSilently() {
    let clock = VirtualClock()
    let report = DeviceConformance(pace: .virtual(clock)).report(on: TestPatternCamera(clock: clock, losesEvery: 5))
    #expect(report.violations.map(\.check).contains(.gapsReported))
  }
}
