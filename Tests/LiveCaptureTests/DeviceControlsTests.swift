import CaptureDevices
import Diagnostics
import MediaCore
import Simulator
import Testing

@testable import LiveCapture

/// Setting a camera through its device.
@Suite struct DeviceControlsTests {
  private typealias Number = CameraControlNumber

  private static let controls: [DeviceControl] = {
    func control(_ id: UInt32, _ kind: DeviceControl.Kind, _ range: ClosedRange<Int64>, _ usual: Int64) -> DeviceControl
    {
      DeviceControl(
        id: id, name: "0x\(String(id, radix: 16))", kind: kind, minimum: range.lowerBound, maximum: range.upperBound,
        step: 1, defaultValue: usual, value: usual, menu: [:])
    }
    return SimulatedCamera.back().controls + [
      control(Number.automaticFocus, .boolean, 0...1, 1), control(Number.focus, .integer, 0...100, 0),
      control(Number.automaticWhiteBalance, .boolean, 0...1, 1),
      control(Number.whiteBalanceTemperature, .integer, 2000...8000, 5000),
      control(Number.zoom, .integer, 100...300, 100),
    ]
  }()

  private func device() throws -> (SimulatedWorld, CaptureDevice) {
    let world = SimulatedWorld(
      clock: VirtualClock(), cameras: [SimulatedCamera("camera", controls: Self.controls), SimulatedCamera("plain")])
    return (world, try #require(try DeviceSystem(world).devices.first))
  }

  @Test("modes and values go to the camera under the lock, and are read from it; a closed camera is opened for it")
  func setting() throws {
    let (world, device) = try device()
    func value(_ id: UInt32) -> Int64? { world.value(ofControl: id, camera: "camera") }
    #expect(try device.exposureMode == .continuousAutoExposure && device.focusMode == .continuousAutoFocus)
    #expect(try device.whiteBalanceMode == .continuousAutoWhiteBalance && device.videoZoomFactor == 1)
    try device.lockForConfiguration()
    try device.setExposureModeCustom(duration: MediaTime(value: 1, timescale: 50), iso: 400)
    #expect(try device.exposureMode == .custom && device.exposureDuration?.seconds == 0.02 && device.iso == 400)
    #expect(value(Number.exposureMode) == 1 && value(Number.exposureTime) == 200 && value(Number.gain) == 400)
    try device.setExposureMode(.continuousAutoExposure)
    try device.setExposureTargetBias(-1.5)
    #expect(try device.exposureTargetBias == -1.5 && device.exposureMode == .continuousAutoExposure)
    try device.setFocusModeLocked(lensPosition: 0.25)
    #expect(try device.lensPosition == 0.25 && device.focusMode == .locked)
    #expect(value(Number.focus) == 75 && value(Number.automaticFocus) == 0)
    try device.setFocusMode(.continuousAutoFocus)
    try device.setWhiteBalanceModeLocked(temperature: 3200)
    #expect(try device.temperature == 3200 && device.whiteBalanceMode == .locked)
    try device.setWhiteBalanceMode(.continuousAutoWhiteBalance)
    try device.setVideoZoomFactor(2)
    #expect(value(Number.zoom) == 200)
    try device.controls?.zoomFactor?.set(1)
    #expect(try device.videoZoomFactor == 1)
    device.unlockForConfiguration()
  }

  @Test("the lock is demanded, what the camera lacks is named, and a microphone or a camera without controls has none")
  func refusing() throws {
    let (world, device) = try device()
    let unlocked = #expect(throws: CaptureError.self) { try device.setVideoZoomFactor(2) }
    #expect(unlocked?.rule == .deviceIsLocked)
    let bare = #expect(throws: DeviceError.self) { try device.controls?.zoomFactor?.set(2) }
    #expect(bare?.code == .invalidState)
    try device.lockForConfiguration()
    let beyond = #expect(throws: CaptureError.self) { try device.setVideoZoomFactor(4) }
    #expect(beyond?.rule == .deviceOffersValue && beyond?.message.contains("1.0…3.0") == true)
    let lacking = #expect(throws: CaptureError.self) { try device.setFocusMode(.autoFocus) }
    #expect(lacking?.rule == .deviceOffersValue)
    #expect(throws: CaptureError.self) { try device.setExposureMode(.locked) }
    #expect(world.value(ofControl: Number.zoom, camera: "camera") == 100)
    world.unplug("camera")
    let gone = #expect(throws: CaptureError.self) { try device.setVideoZoomFactor(2) }
    #expect(gone?.code == .deviceFailed)
    device.unlockForConfiguration()
    let plain = try #require(try DeviceSystem(world).devices.first)
    #expect(try plain.exposureMode == nil && plain.lensPosition == nil && plain.videoZoomFactor == nil)
    let microphone = DeviceInput(try SceneCatalog(clock: VirtualClock()).openAudio("scene", wish: AudioWish())).device
    #expect(try microphone.controls == nil && microphone.whiteBalanceMode == nil)
  }

  @Test("a camera that a session has open is set as it is")
  func running() async throws {
    let bench = try CaseBench(cameras: [SimulatedCamera("camera", controls: Self.controls)])
    try await bench.assemble()
    try await bench.session.startRunning()
    let device = try #require(bench.system.devices.first { $0.mediaType == .video })
    bench.world.setBusy(true, "camera")
    try device.lockForConfiguration()
    try device.setExposureTargetBias(1)
    device.unlockForConfiguration()
    #expect(try device.exposureTargetBias == 1)
    try await bench.session.stopRunning()
  }
}
