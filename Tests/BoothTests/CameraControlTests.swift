import CaptureDevices
import Foundation
import KioskWeb
import LiveCapture
import MediaCore
import PhotoLibrary
import Simulator
import Synchronization
import TestSupport
import Testing

@testable import Booth

/// The operator sets the camera, and it stays set.
@Suite struct CameraControlTests {
  private typealias Number = CameraControlNumber

  private static func number(_ id: UInt32, _ name: String, _ range: ClosedRange<Int64>, _ usual: Int64) -> DeviceControl
  {
    DeviceControl(
      id: id, name: name, kind: .integer, minimum: range.lowerBound, maximum: range.upperBound, step: 1,
      defaultValue: usual, value: usual, menu: [:])
  }

  private static func menu(_ id: UInt32, _ name: String, _ menu: [Int64: String], _ usual: Int64, most: Int64? = nil)
    -> DeviceControl
  {
    DeviceControl(
      id: id, name: name, kind: .menu, minimum: 0, maximum: most ?? menu.keys.max() ?? 0, step: 1, defaultValue: usual,
      value: usual, menu: menu)
  }

  /// A webcam's controls. The driver lists a bias of 2 EV that it does not take.
  private static let controls = [
    number(Number.brightness, "Brightness", -64...64, 0),
    menu(Number.powerLineFrequency, "Power Line Frequency", [0: "Disabled", 1: "50 Hz", 2: "60 Hz"], 1),
    menu(Number.automaticWhiteBalance, "White Balance, Automatic", [0: "Off", 1: "On"], 1),
    number(Number.whiteBalanceTemperature, "White Balance Temperature", 2800...6500, 4600),
    menu(Number.exposureMode, "Auto Exposure", [1: "Manual Mode", 3: "Aperture Priority Mode"], 3, most: 3),
    number(Number.exposureTime, "Exposure Time, Absolute", 3...2047, 250),
    number(Number.focus, "Focus, Absolute", 0...250, 0),
    menu(Number.automaticFocus, "Focus, Automatic Continuous", [0: "Off", 1: "On"], 1),
    number(Number.zoom, "Zoom, Absolute", 100...500, 100),
    menu(Number.exposureBias, "Auto Exposure, Bias", [0: "-1000", 1: "0", 2: "1000", 3: "2000"], 1, most: 2),
  ]

  private func bench() async throws -> (BoothBench, SimulatedWorld, [String]) {
    let world = Mutex<SimulatedWorld?>(nil)
    let bench = try await BoothBench(devices: { clock in
      let devices = SimulatedWorld(clock: clock, cameras: [SimulatedCamera("rig", controls: Self.controls)])
      world.withLock { $0 = devices }
      return devices
    })
    await bench.advance(500)
    let answer = try await bench.post("/api/operator/login", "{\"pin\": \"2468\"}")
    let cookie = try #require(answer.firstMatch(of: /Set-Cookie: ([^;]+)/)?.output.1)
    return (bench, try #require(world.withLock { $0 }), ["Cookie: \(cookie)"])
  }

  private func controls(_ answer: String) throws -> [String: [String: Any]] {
    let told = try #require(try JSONSerialization.jsonObject(with: Data(body(answer).utf8)) as? [String: Any])
    let controls = try #require(told["controls"] as? [[String: Any]], "\(answer)")
    return Dictionary(uniqueKeysWithValues: controls.map { ($0["id"] as? String ?? "", $0) })
  }

  @Test("controls are told by meaning, set by the operator alone, ruled by automatic ones, and reset")
  func setting() async throws {
    let (bench, devices, cookie) = try await bench()
    let path = "/api/operator/camera"
    func value(_ id: UInt32) -> Int64? { devices.value(ofControl: id, camera: "rig") }
    func set(_ body: String) async throws -> String { try await bench.post(path, body, headers: cookie) }

    #expect(status(try await bench.get(path)) == 401)
    #expect(status(try await bench.post(path, "{\"values\": {\"brightness\": 9}}")) == 401)
    let first = try controls(try await bench.get(path, headers: cookie))
    #expect(
      Set(first.keys) == [
        "exposureMode", "exposureTargetBias", "exposureDuration", "brightness", "focusMode", "lensPosition",
        "whiteBalanceMode", "temperature", "videoZoomFactor", "powerLineFrequency",
      ])
    #expect(first["exposureMode"]?["options"] as? [String] == ["automatic", "manual"])
    #expect(first["exposureDuration"]?["isActive"] as? Bool == false)
    #expect(
      first["exposureDuration"]?["value"] as? Double == 0.025 && first["exposureDuration"]?["unit"] as? String == "s")
    #expect(first["powerLineFrequency"]?["value"] as? String == "50Hz")
    #expect(first["lensPosition"]?["value"] as? Double == 1)

    let second = try controls(
      try await set(
        """
        {"values": {"exposureDuration": 0.01, "exposureMode": "manual", "lensPosition": 0.5, "focusMode": "manual",
        "temperature": 3000, "whiteBalanceMode": "manual", "videoZoomFactor": 2.5, "powerLineFrequency": "60Hz"}}
        """))
    #expect(second["exposureDuration"]?["isActive"] as? Bool == true)
    #expect(second["exposureTargetBias"]?["isActive"] as? Bool == false)
    #expect(value(Number.exposureMode) == 1 && value(Number.exposureTime) == 100)
    #expect(value(Number.automaticFocus) == 0 && value(Number.focus) == 125)
    #expect(value(Number.automaticWhiteBalance) == 0 && value(Number.whiteBalanceTemperature) == 3000)
    #expect(value(Number.zoom) == 250 && value(Number.powerLineFrequency) == 2)

    for wrong in [
      "{\"values\": {\"videoZoomFactor\": 6}}", "{\"values\": {\"videoZoomFactor\": \"near\"}}",
      "{\"values\": {\"exposureMode\": \"shutterPriority\"}}", "{\"values\": {\"iso\": 100}}", "{\"values\": [1]}",
    ] {
      let answer = try await set(wrong)
      #expect(status(answer) == 400, "\(wrong): \(answer)")
    }
    // What the driver refuses is told in its words, and nothing of the change is left.
    let refused = try await set("{\"values\": {\"exposureMode\": \"automatic\", \"exposureTargetBias\": 2}}")
    #expect(
      status(refused) == 409 && refused.contains("\"refused\"") && refused.contains("Auto Exposure, Bias takes 0 to 2"))
    #expect(value(Number.exposureMode) == 1 && value(Number.exposureBias) == 1)

    #expect(status(try await set("{\"reset\": true}")) == 200)
    for control in Self.controls { #expect(value(control.id) == control.defaultValue, "\(control.name)") }
    await bench.booth.stop()
    // What is at its default needs no memory.
    #expect(try memory(bench).cameras.isEmpty)
  }

  private func memory(_ bench: BoothBench) throws -> BoothMemory {
    try BoothMemory(
      in: bench.library.path, bench.library.environment.files, settings: KioskSettings(modes: [.live]),
      available: KioskMode.allCases
    ) {
      Issue.record("\($0)")
    }
  }

  @Test("what was set is set again on a camera that was unplugged, and after a start of the booth")
  func keeping() async throws {
    let (bench, devices, cookie) = try await bench()
    let change = "{\"values\": {\"exposureMode\": \"manual\", \"exposureDuration\": 0.02, \"brightness\": -12}}"
    #expect(status(try await bench.post("/api/operator/camera", change, headers: cookie)) == 200)
    let set: [(id: UInt32, value: Int64)] = [
      (Number.exposureMode, 1), (Number.exposureTime, 200), (Number.brightness, -12), (Number.zoom, 100),
    ]
    devices.unplug("rig")
    await bench.advance(500)
    let away = try await bench.get("/api/operator/camera", headers: cookie)
    // That is how things are, and no failure; a change is refused all the same.
    #expect(status(away) == 200 && away.contains("\"controls\":[]") && away.contains("Plug it in again"))
    #expect(status(try await bench.post("/api/operator/camera", change, headers: cookie)) == 503)
    devices.replug("rig")
    #expect(devices.value(ofControl: Number.brightness, camera: "rig") == 0, "it has been without power")
    for _ in 0..<1000 where set.contains(where: { devices.value(ofControl: $0.id, camera: "rig") != $0.value }) {
      // They are put back by another task, one after the other.
      await Task.yield()
      await bench.advance(1)
    }
    for one in set { #expect(devices.value(ofControl: one.id, camera: "rig") == one.value) }
    await bench.booth.stop()

    let clock = VirtualClock()
    let next = SimulatedWorld(
      clock: clock, cameras: [SimulatedCamera("rig", controls: Self.controls), SimulatedCamera.back()])
    let settings = KioskSettings(modes: [.live])
    let desk = BoothDesk(
      settings: settings, clock: clock, wallClock: FixedWallClock(at: clock.now), scheduler: QueuedWork())
    let cameraDesk = CameraDesk(desk, remembering: try memory(bench))
    for camera in ["back", "rig"] {
      await cameraDesk.use(DeviceInput(try next.openVideo(camera, wish: VideoWish()).source).device)
    }
    for one in set { #expect(next.value(ofControl: one.id, camera: "rig") == one.value) }
    #expect(next.value(ofControl: Number.exposureMode, camera: "back") == 0, "it was another camera that was set")
    #expect(desk.read(\.errors.count) == 0)
  }
}
