import CaptureDevices
import MediaCore
import Testing

@Suite("A camera's controls by their meaning") struct CameraControlsTests {
  typealias Number = CameraControlNumber
  typealias Setting = ScriptedControlSource.Setting

  // The controls of a common webcam, as uvcvideo tells them.
  private static let webcam: [DeviceControl] = [
    .scripted(Number.brightness, .integer, -64, 64),
    .scripted(Number.gain, .integer, 0, 100, value: 10),
    .scripted(Number.automaticWhiteBalance, .boolean, value: 1),
    .scripted(Number.whiteBalanceTemperature, .integer, 2800, 6500, step: 10, value: 4600),
    .scripted(Number.exposureMode, .menu, 0, 3, value: 3, menu: [1: "Manual Mode", 3: "Aperture Priority Mode"]),
    .scripted(Number.exposureTime, .integer, 3, 2047, step: 4, value: 250),
    .scripted(Number.focus, .integer, 0, 250, step: 5),
    .scripted(Number.automaticFocus, .boolean, value: 1),
    .scripted(Number.zoom, .integer, 100, 500, value: 100),
  ]

  private static let phone: [DeviceControl] = [
    .scripted(Number.analogueGain, .integer, 16, 1023, value: 16), .scripted(Number.gain, .integer, 1, 8),
    .scripted(Number.exposureMode, .menu, 0, 1, menu: [0: "Auto Mode", 1: "Manual Mode"]),
    .scripted(
      Number.exposureBias, .menu, 0, 4, value: 2, menu: [0: "-2000", 1: "-1000", 2: "0", 3: "333", 4: "2000"]),
    .scripted(Number.iso, .menu, 0, 2, menu: [0: "50000", 1: "100000", 2: "400000"]),
    .scripted(Number.automaticISO, .menu, 0, 1, value: 1, menu: [0: "Manual", 1: "Auto"]),
    .scripted(Number.locks, .bitmask, 0, 7), .scripted(Number.focusOnce, .button, 0, 0),
    .scripted(Number.flashMode, .menu, 0, 2, menu: [0: "None", 1: "Flash", 2: "Torch"]),
    .scripted(Number.flashStrobe, .button, 0, 0), .scripted(Number.flashIntensity, .integer, 100, 1000, step: 50),
    .scripted(Number.torchIntensity, .integer, 10, 200),
  ]

  @Test("a camera without controls offers nothing")
  func nothing() {
    let source = ScriptedControlSource([])
    let controls = CameraControls(source)
    let ranges = [
      controls.exposureTime, controls.exposureBias, controls.gain, controls.iso, controls.flashIntensity,
      controls.torchIntensity, controls.whiteBalanceTemperature, controls.lensPosition, controls.zoomFactor,
    ]
    #expect(ranges.allSatisfy { $0 == nil })
    let locks = [
      controls.exposureLock, controls.isoMode, controls.automaticWhiteBalance, controls.whiteBalanceLock,
      controls.automaticFocus, controls.focusLock,
    ]
    #expect(locks.allSatisfy { $0 == nil })
    #expect(controls.exposureMode == nil && controls.flashMode == nil && controls.automaticExposureMode == nil)
    #expect(!controls.canStrobe && !controls.canFocusOnce)
    #expect(#expect(throws: DeviceError.self) { try controls.strobe() }?.code == .unsupportedControl)
    #expect(#expect(throws: DeviceError.self) { try controls.focusOnce() }?.code == .unsupportedControl)
  }

  @Test("exposure time is in seconds, and the camera's nearest step is set")
  func exposureTime() throws {
    let source = ScriptedControlSource(Self.webcam)
    let time = try #require(CameraControls(source).exposureTime)
    #expect(abs(time.range.lowerBound - 0.0003) < 1e-9 && abs(time.range.upperBound - 0.2047) < 1e-9)
    #expect(abs(time.step - 0.0004) < 1e-9 && time.values.isEmpty && time.unit == "s")
    #expect(abs(try time.value() - 0.025) < 1e-9)
    // 83.3 units; the camera has 3, 7, … 83, 87.
    #expect(abs(try time.set(1.0 / 120) - 0.0083) < 1e-9)
    #expect(abs(try time.value() - 0.0083) < 1e-9)
    try time.set(0.0003)
    try time.set(0.2047)
    #expect(source.settings == [83, 3, 2047].map { Setting(Number.exposureTime, $0) })
  }

  @Test("values outside the limits are refused with the limits", arguments: [0, -1, 0.3, .infinity, .nan])
  func outside(_ seconds: Double) throws {
    let source = ScriptedControlSource(Self.webcam)
    let time = try #require(CameraControls(source).exposureTime)
    let error = #expect(throws: DeviceError.self) { try time.set(seconds) }
    #expect(error?.code == .invalidControlValue)
    #expect(error?.message.contains("…0.2047 s, not") == true)
    #expect(source.settings.isEmpty)
  }

  @Test("a webcam's automatic exposure is aperture priority, a phone's is automatic")
  func exposureMode() throws {
    let source = ScriptedControlSource(Self.webcam)
    let controls = CameraControls(source)
    let mode = try #require(controls.exposureMode)
    #expect(mode.options == [.manual, .aperturePriority])
    #expect(controls.automaticExposureMode == .aperturePriority)
    #expect(CameraControls(ScriptedControlSource(Self.phone)).automaticExposureMode == .automatic)
    #expect(try mode.value() == .aperturePriority)
    try mode.set(.manual)
    #expect(try mode.value() == .manual)
    let error = #expect(throws: DeviceError.self) { try mode.set(.automatic) }
    #expect(error?.code == .invalidControlValue)
    #expect(error?.message.contains("takes manual, aperturePriority, not automatic") == true)
    source.assume(17, of: Number.exposureMode)
    #expect(try mode.value() == nil)
    #expect(source.settings == [Setting(Number.exposureMode, 1)])
  }

  @Test("bias and ISO are menus of thousandths; brightness and gain are no replacement")
  func menus() throws {
    let source = ScriptedControlSource(Self.phone)
    let controls = CameraControls(source)
    let bias = try #require(controls.exposureBias)
    #expect(bias.values == [-2, -1, 0, 0.333, 2] && bias.range == -2...2 && bias.step == 0)
    #expect(try bias.value() == 0)
    #expect(try bias.set(1.0 / 3) == 0.333)
    #expect(try bias.set(-1.4) == -1)
    #expect(throws: DeviceError.self) { try bias.set(2.1) }
    source.assume(9, of: Number.exposureBias)
    #expect(#expect(throws: DeviceError.self) { try bias.value() }?.code == .system)
    let iso = try #require(controls.iso)
    #expect(iso.values == [50, 100, 400])
    #expect(try iso.set(320) == 400)
    #expect(try controls.isoMode?.value() == .continuous)
    try controls.isoMode?.set(.locked)
    #expect(
      source.settings == [
        Setting(Number.exposureBias, 3), Setting(Number.exposureBias, 1), Setting(Number.iso, 2),
        Setting(Number.automaticISO, 0),
      ])
    let webcam = CameraControls(ScriptedControlSource(Self.webcam))
    #expect(webcam.exposureBias == nil && webcam.iso == nil)
  }

  @Test("brightness has no unit, the frequency of the mains is a choice, and both tell the driver's default")
  func defaults() throws {
    let source = ScriptedControlSource(
      Self.webcam + [
        .scripted(Number.powerLineFrequency, .menu, 0, 2, value: 2, menu: [0: "Disabled", 1: "50 Hz", 2: "60 Hz"])
      ])
    let controls = CameraControls(source)
    let brightness = try #require(controls.brightness)
    try brightness.set(-20)
    #expect(try brightness.value() == -20 && brightness.defaultValue == 0 && brightness.unit.isEmpty)
    let mains = try #require(controls.powerLineFrequency)
    #expect(mains.options == [.disabled, .hertz50, .hertz60] && mains.defaultValue == .hertz60)
    try mains.set(.hertz50)
    #expect(throws: DeviceError.self) { try mains.set(.automatic) }
    #expect(source.settings == [Setting(Number.brightness, -20), Setting(Number.powerLineFrequency, 1)])
    #expect(controls.exposureMode?.defaultValue == .aperturePriority && controls.exposureTime?.defaultValue == 0.025)
    #expect(CameraControls(ScriptedControlSource(Self.phone)).exposureBias?.defaultValue == 0)
  }

  @Test("gain is the sensor's where it can be set by itself")
  func gain() throws {
    #expect(CameraControls(ScriptedControlSource(Self.webcam)).gain?.control.id == Number.gain)
    let gain = try #require(CameraControls(ScriptedControlSource(Self.phone)).gain)
    #expect(gain.control.id == Number.analogueGain && gain.range == 16...1023)
    #expect(try gain.set(99.6) == 100)
  }

  @Test("locks are bits of their own where there are some, and leave the others alone")
  func locks() throws {
    let source = ScriptedControlSource(Self.phone)
    let controls = CameraControls(source)
    try controls.whiteBalanceLock?.set(.locked)
    try controls.focusLock?.set(.locked)
    #expect(try controls.whiteBalanceLock?.value() == .locked)
    #expect(try controls.exposureLock?.value() == .continuous)
    try controls.whiteBalanceLock?.set(.continuous)
    try controls.exposureLock?.set(.locked)
    #expect(source.settings == [2, 6, 4, 5].map { Setting(Number.locks, $0) })
  }

  @Test("without such bits the automatic control is the lock")
  func switches() throws {
    let source = ScriptedControlSource(Self.webcam)
    let controls = CameraControls(source)
    #expect(controls.exposureLock == nil)
    try controls.whiteBalanceLock?.set(.locked)
    try controls.focusLock?.set(.locked)
    #expect(try controls.automaticFocus?.value() == .locked)
    #expect(source.settings == [Setting(Number.automaticWhiteBalance, 0), Setting(Number.automaticFocus, 0)])
    let kelvin = try #require(controls.whiteBalanceTemperature)
    #expect(kelvin.range == 2800...6500 && kelvin.unit == "K")
    #expect(try kelvin.set(5004) == 5000)
  }

  @Test("the lens goes from near, 0, to far, 1, and zoom counts from 1")
  func lens() throws {
    let source = ScriptedControlSource(Self.webcam)
    let controls = CameraControls(source)
    let lens = try #require(controls.lensPosition)
    #expect(lens.range == 0...1 && abs(lens.step - 0.02) < 1e-9)
    #expect(try lens.value() == 1)
    #expect(abs(try lens.set(0.5) - 0.5) < 0.011)
    try lens.set(0)
    let zoom = try #require(controls.zoomFactor)
    #expect(zoom.range == 1...5)
    #expect(try zoom.set(2.5) == 2.5)
    #expect(
      source.settings == [
        Setting(Number.focus, 125), Setting(Number.focus, 250), Setting(Number.zoom, 250),
      ])
    let unknown = CameraControls(ScriptedControlSource([.scripted(Number.zoom, .integer, 0, 10)]))
    #expect(unknown.zoomFactor == nil)
  }

  @Test("the light fires, shines and is off")
  func light() throws {
    let source = ScriptedControlSource(Self.phone)
    let controls = CameraControls(source)
    #expect(controls.flashMode?.options == [.off, .flash, .torch])
    #expect(controls.canStrobe && controls.canFocusOnce)
    try controls.flashMode?.set(.flash)
    #expect(try controls.flashIntensity?.set(333) == 350)
    try controls.strobe()
    try controls.flashMode?.set(.torch)
    #expect(try controls.torchIntensity?.set(50) == 50)
    try controls.focusOnce()
    #expect(
      source.settings.map(\.id) == [
        Number.flashMode, Number.flashIntensity, Number.flashStrobe, Number.flashMode, Number.torchIntensity,
        Number.focusOnce,
      ])
  }

  @Test("limits that make no sense are no control, and the widest there are work")
  func senseless() throws {
    func controls(_ control: DeviceControl) -> CameraControls { CameraControls(ScriptedControlSource([control])) }
    #expect(controls(.scripted(Number.gain, .integer, 5, 4)).gain == nil)
    #expect(controls(.scripted(Number.gain, .string, 0, 9)).gain == nil)
    #expect(controls(.scripted(Number.focus, .integer, 7, 7)).lensPosition == nil)
    #expect(controls(.scripted(Number.iso, .menu, 0, 1, menu: [0: "Auto"])).iso == nil)
    #expect(controls(.scripted(Number.exposureMode, .menu, 7, 8, menu: [7: "Mine"])).exposureMode == nil)
    let source = ScriptedControlSource([.scripted(Number.gain, .integer, .min, .max, step: 0)])
    let widest = try #require(CameraControls(source).gain)
    try widest.set(widest.range.upperBound)
    try widest.set(widest.range.lowerBound)
    try widest.set(0)
    #expect(source.settings == [.max, .min, 0].map { Setting(Number.gain, $0) })
  }
}
