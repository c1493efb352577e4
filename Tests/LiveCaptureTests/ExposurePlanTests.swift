import CaptureCodecs
import CaptureDevices
import LiveCaptureTesting
import MediaCore
import Simulator
import Testing

@testable import LiveCapture

/// What a camera is set to for a capture: every call in every phase.
@Suite struct ExposurePlanTests {
  private enum Call: CaseIterable { case first, second, end }

  /// The calls that lead to a phase, and what each call then does: what it says, the exposure bias, and the flash.
  private static let table: [(path: [Call], calls: KeyValuePairs<Call, String>)] = [
    ([], [.first: "1 bias 1.0, lit", .second: "-1 bias -1.0, dark", .end: "0 errors bias 0.0, dark"]),
    ([.first], [.first: "1 bias 1.0, lit", .second: "-1 bias -1.0, lit", .end: "0 errors bias 0.0, dark"]),
    (
      [.first, .end],
      [.first: "invalidState bias 0.0, dark", .second: "invalidState bias 0.0, dark", .end: "0 errors bias 0.0, dark"]
    ),
    (
      [.end],
      [.first: "invalidState bias 0.0, dark", .second: "invalidState bias 0.0, dark", .end: "0 errors bias 0.0, dark"]
    ),
  ]

  private func apply(_ call: Call, to plan: ExposurePlan) -> String {
    func begin(_ exposure: Int) -> String {
      do throws(DeviceError) {
        return try plan.begin(exposure).bias.map { "\(Int($0))" } ?? "no bias"
      } catch {
        return "\(error.code)"
      }
    }
    return switch call {
    case .first: begin(0)
    case .second: begin(1)
    case .end: "\(plan.end().count) errors"
    }
  }

  @Test("every call in every phase sets, refuses or sets back what it should", arguments: table.indices)
  func calls(_ row: Int) throws {
    let (path, calls) = Self.table[row]
    #expect(Set(calls.map(\.key)) == Set(Call.allCases), "every call is listed once")
    for (call, expected) in calls {
      let world = SimulatedWorld(clock: VirtualClock(), cameras: [.back("back")], pictures: StandardPictures())
      let camera = try world.openVideo("back", wish: VideoWish()).source
      let flash = SimulatedFlash()
      let plan = ExposurePlan(
        camera, bracket: [.automatic(exposureTargetBias: 1), .automatic(exposureTargetBias: -1)], flash: flash,
        usesCameraFlash: false)
      for call in path { _ = apply(call, to: plan) }
      let answer = apply(call, to: plan)
      let bias = try #require(CameraControls(camera).exposureBias).value()
      let isLit = flash.changes.last ?? false
      #expect("\(answer) bias \(bias), \(isLit ? "lit" : "dark")" == expected, "\(call) behind \(path)")
    }
  }
}
