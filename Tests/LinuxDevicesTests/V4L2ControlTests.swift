import CV4L2
import CaptureDevices
import Glibc
import MediaCore
import Testing

@testable import LinuxDevices

@Suite("A V4L2 camera's controls, over a scripted kernel") struct V4L2ControlTests {
  private static let integer = V4L2_CTRL_TYPE_INTEGER.rawValue
  private static let controls: [ScriptedNode.Control] = [
    .init(id: 1, name: "Brightness", type: integer, minimum: -10, maximum: 255, step: 5, value: 20),
    .init(id: 2, name: "Switch", type: V4L2_CTRL_TYPE_BOOLEAN.rawValue, value: 1),
    .init(
      id: 3, name: "Auto Exposure", type: V4L2_CTRL_TYPE_MENU.rawValue, maximum: 3, value: 1,
      menu: [1: "Manual Mode", 3: "Aperture Priority Mode"]),
    .init(
      id: 4, name: "Bias", type: V4L2_CTRL_TYPE_INTEGER_MENU.rawValue, maximum: 1, menu: [0: "-1000", 1: "1000"]),
    .init(
      id: 5, name: "Bits", type: V4L2_CTRL_TYPE_BITMASK.rawValue, maximum: 0x8000_0003, value: -0x7fff_ffff),
    .init(id: 6, name: "Fire", type: V4L2_CTRL_TYPE_BUTTON.rawValue, maximum: 0, flags: CV4L2_CTRL_FLAG_WRITE_ONLY),
    .init(
      id: 7, name: "Wide", type: V4L2_CTRL_TYPE_INTEGER64.rawValue, minimum: .min, maximum: .max, step: 3,
      value: 1 << 40),
    .init(id: 8, name: "Name", type: V4L2_CTRL_TYPE_STRING.rawValue, maximum: 8),
    .init(id: 9, name: "Gone", type: integer, flags: CV4L2_CTRL_FLAG_DISABLED),
    .init(id: 10, name: "Temperature", type: integer, maximum: 99, flags: CV4L2_CTRL_FLAG_READ_ONLY, value: 40),
    .init(id: 11, name: "Held", type: integer, maximum: 99, flags: CV4L2_CTRL_FLAG_GRABBED, value: 41),
    .init(id: 12, name: "Exposure Time", type: integer, maximum: 99, flags: CV4L2_CTRL_FLAG_INACTIVE, value: 42),
    .init(id: 13, name: "Secret", type: integer, maximum: 99, flags: CV4L2_CTRL_FLAG_WRITE_ONLY),
  ]

  private func camera(extended: Bool = true, _ change: (inout ScriptedNode) -> Void = { _ in }) -> ScriptedCamera {
    var node = ScriptedNode.camera()
    node.controls = Self.controls
    node.knowsExtendedControls = extended
    change(&node)
    return ScriptedCamera(node)
  }

  @Test(
    "values are read as they are",
    arguments: [(1, 20), (2, 1), (3, 1), (4, 0), (5, 0x8000_0001), (10, 40), (11, 41), (12, 42)], [true, false])
  func reads(_ control: (id: UInt32, value: Int64), extended: Bool) throws {
    let source = try camera(extended: extended).open()
    #expect(try source.value(ofControl: control.id) == control.value)
  }

  @Test(
    "values that a control takes are set, by the new calls and by the old",
    arguments: [(1, -10), (1, 255), (1, 0), (2, 0), (3, 3), (4, 1), (5, 0x8000_0002), (5, 0)], [true, false])
  func sets(_ control: (id: UInt32, value: Int64), extended: Bool) throws {
    let camera = camera(extended: extended)
    let source = try camera.open()
    try source.setControl(control.id, to: control.value)
    #expect(try source.value(ofControl: control.id) == control.value)
    #expect(camera.kernel.count(of: CV4L2_S_CTRL) == (extended ? 0 : 1))
  }

  @Test("a wide control keeps all its bits; buttons take anything")
  func wideAndButton() throws {
    let camera = camera()
    let source = try camera.open()
    #expect(try source.value(ofControl: 7) == 1 << 40)
    try source.setControl(7, to: .min + 3 << 41)
    #expect(try source.value(ofControl: 7) == .min + 3 << 41)
    let before = camera.kernel.count(of: CV4L2_S_EXT_CTRLS)
    try source.setControl(6, to: 1)
    #expect(camera.kernel.count(of: CV4L2_S_EXT_CTRLS) == before + 1)
  }

  @Test(
    "other values are refused before the driver is asked, with the control's name and limits",
    arguments: [
      (1, 256, "Brightness (0x1) takes -10…255 in steps of 5, not 256"), (1, -15, "-10…255"), (1, 1, "steps of 5"),
      (1, 1 << 40, "-10…255"), (2, 2, "0 or 1"), (3, 0, "takes 1 (Manual Mode), 3 (Aperture Priority Mode), not 0"),
      (3, 2, "Manual Mode"), (4, 2, "0 (-1000), 1 (1000)"), (5, 4, "the bits 0x80000003"), (5, -1, "the bits"),
      (5, 1 << 33, "the bits"), (7, .min + 1, "in steps of 3"), (10, 1, "can only be read"),
      (11, 1, "held in place"), (12, 1, "automatic control rules it"),
    ] as [(UInt32, Int64, String)])
  func refused(_ id: UInt32, _ value: Int64, _ words: String) throws {
    let camera = camera()
    let source = try camera.open()
    let error = #expect(throws: DeviceError.self) { try source.setControl(id, to: value) }
    #expect(error?.code == .invalidControlValue)
    #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
    #expect(camera.kernel.count(of: CV4L2_S_EXT_CTRLS) == 0)
  }

  @Test(
    "controls that are not there, or are no numbers, say so",
    arguments: [0, 9, 99, 1 | CV4L2_CTRL_FLAG_NEXT_CTRL], [true, false])
  func missing(_ id: UInt32, extended: Bool) throws {
    let source = try camera(extended: extended).open()
    let error = #expect(throws: DeviceError.self) { try source.value(ofControl: id) }
    #expect(error?.code == .unsupportedControl)
    #expect(error?.message.contains("livecam devices") == true)
    #expect(#expect(throws: DeviceError.self) { try source.setControl(id, to: 0) }?.code == .unsupportedControl)
  }

  @Test("what has no number cannot be read; text cannot be set", arguments: [6, 8, 13] as [UInt32])
  func noNumber(_ id: UInt32) throws {
    let source = try camera().open()
    #expect(#expect(throws: DeviceError.self) { try source.value(ofControl: id) }?.code == .unsupportedControl)
    if id == 8 {
      #expect(#expect(throws: DeviceError.self) { try source.setControl(8, to: 0) }?.code == .unsupportedControl)
    }
  }

  @Test(
    "the driver's refusals are told for what they are",
    arguments: [
      (EINVAL, .invalidControlValue), (ERANGE, .invalidControlValue), (EACCES, .invalidControlValue),
      (EBUSY, .invalidControlValue), (EIO, .system), (ENODEV, .disconnected), (ENOMEM, .system),
    ] as [(Int32, DeviceError.Code)])
  func driver(_ errno: Int32, _ code: DeviceError.Code) throws {
    let source = try camera { $0.failures[CV4L2_S_EXT_CTRLS] = errno }.open()
    let error = #expect(throws: DeviceError.self) { try source.setControl(1, to: 0) }
    #expect(error?.code == code && error?.status == Int(errno) && error?.operation == "VIDIOC_S_EXT_CTRLS")
    // The group of users has nothing to do with it.
    #expect(error?.message.contains("usermod") == false)
  }

  @Test("an unplugged camera is disconnected, also to questions")
  func unplugged() throws {
    let camera = camera()
    let source = try camera.open()
    let path = try #require(source.device.node)
    camera.kernel.with { state in
      for request in [CV4L2_QUERY_EXT_CTRL, CV4L2_QUERYCTRL] { state.nodes[path]?.failures[request] = ENODEV }
    }
    #expect(#expect(throws: DeviceError.self) { try source.value(ofControl: 1) }?.code == .disconnected)
    #expect(#expect(throws: DeviceError.self) { try source.setControl(1, to: 0) }?.code == .disconnected)
  }

  @Test("the delay counts the buffers that the driver granted")
  func delay() async throws {
    let camera = camera { $0.bufferCount = 3 }
    let source = try camera.open()
    #expect(source.controlDelayFrames == 6)
    try source.start(delivering: camera.sink)
    #expect(source.controlDelayFrames == 5)
    source.stop()
    #expect(source.controlDelayFrames == 5)
  }

  @Test("the numbers of photography's controls are V4L2's")
  func numbers() {
    typealias Number = CameraControlNumber
    let own = [
      Number.brightness, Number.automaticWhiteBalance, Number.gain, Number.whiteBalanceTemperature,
      Number.exposureMode, Number.exposureTime, Number.focus, Number.automaticFocus, Number.zoom, Number.exposureBias,
      Number.iso, Number.automaticISO, Number.locks, Number.focusOnce, Number.flashMode, Number.flashStrobe,
      Number.flashIntensity, Number.torchIntensity, Number.analogueGain,
    ]
    let kernels = [
      V4L2_CID_BRIGHTNESS, V4L2_CID_AUTO_WHITE_BALANCE, V4L2_CID_GAIN, V4L2_CID_WHITE_BALANCE_TEMPERATURE,
      V4L2_CID_EXPOSURE_AUTO, V4L2_CID_EXPOSURE_ABSOLUTE, V4L2_CID_FOCUS_ABSOLUTE, V4L2_CID_FOCUS_AUTO,
      V4L2_CID_ZOOM_ABSOLUTE, V4L2_CID_AUTO_EXPOSURE_BIAS, V4L2_CID_ISO_SENSITIVITY, V4L2_CID_ISO_SENSITIVITY_AUTO,
      V4L2_CID_3A_LOCK, V4L2_CID_AUTO_FOCUS_START, V4L2_CID_FLASH_LED_MODE, V4L2_CID_FLASH_STROBE,
      V4L2_CID_FLASH_INTENSITY, V4L2_CID_FLASH_TORCH_INTENSITY, V4L2_CID_ANALOGUE_GAIN,
    ]
    #expect(own == kernels.map { UInt32($0) })
  }
}
