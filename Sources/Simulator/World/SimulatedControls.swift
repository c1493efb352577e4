import CaptureDevices
import MediaCore
import Synchronization

/// The controls of a simulated camera that films the scene.
///
/// Their values outlive the opening of the camera and are lost when it is unplugged.
final class SimulatedControls: Sendable {
  private struct State {
    var values: [UInt32: Int64] = [:]
    var isPluggedIn = true
  }

  private let device: String
  private let controls: [DeviceControl]
  private let state = Mutex(State())

  /// The owner of the controls, and the advice about one that is missing, for messages.
  private let words: (owner: String, advice: String)

  init(of device: VideoDevice) {
    (self.device, controls, words) = (device.id, device.controls, ("camera", " Make it up with one."))
  }

  init(ofSceneAs device: String) { (self.device, controls, words) = (device, SceneControls.listed, ("scene", "")) }

  /// Returns the present value of a control.
  /// - Throws: `DeviceError` with `.unsupportedControl`, or `.disconnected` when the camera has been unplugged.
  func value(_ id: UInt32) throws(DeviceError) -> Int64 {
    let control = try control(id)
    return try state.withLock { state throws(DeviceError) in
      try requirePlug(state)
      return state.values[id] ?? control.value ?? control.defaultValue
    }
  }

  func set(_ id: UInt32, to value: Int64) throws(DeviceError) {
    let control = try control(id)
    try control.check(value, of: device)
    try state.withLock { state throws(DeviceError) in
      try requirePlug(state)
      state.values[id] = value
    }
  }

  /// Notes that the camera has been unplugged: nobody reaches its controls any more.
  func unplug() { state.withLock { $0.isPluggedIn = false } }

  private func requirePlug(_ state: State) throws(DeviceError) {
    guard state.isPluggedIn else {
      throw DeviceError(.disconnected, context: device, message: "The device has been unplugged. Plug it in again.")
    }
  }

  private func control(_ id: UInt32) throws(DeviceError) -> DeviceControl {
    guard let control = controls.first(where: { $0.id == id }) else {
      throw DeviceError(
        .unsupportedControl, context: device,
        message: "The \(words.owner) has no control 0x\(String(id, radix: 16)).\(words.advice)")
    }
    return control
  }
}

// The controls that phones' cameras have, by V4L2's numbers and in V4L2's units.
extension SimulatedControls {
  static let all = [mode, time, gain, bias, flash]

  static let mode = menu(
    CameraControlNumber.exposureMode, "Auto Exposure", [0: "Auto Mode", 1: "Manual Mode"], default: 0)
  /// The exposure time, in units of 100 µs: 0.1 to 500 ms.
  static let time = integer(CameraControlNumber.exposureTime, "Exposure Time, Absolute", 1...5000, default: 100)
  static let gain = integer(CameraControlNumber.gain, "Gain", 32...3200, default: 100)
  /// The exposure bias, in thousandths of an EV.
  static let bias = menu(
    CameraControlNumber.exposureBias, "Auto Exposure, Bias",
    Dictionary(uniqueKeysWithValues: (0...8).map { (Int64($0), "\($0 * 500 - 2000)") }), default: 4)
  static let flash = menu(
    CameraControlNumber.flashMode, "LED Mode", [0: "Off", 1: "Flash", 2: "Torch"], default: 0)

  static func integer(
    _ id: UInt32, _ name: String, _ range: ClosedRange<Int64>, default value: Int64
  ) -> DeviceControl {
    DeviceControl(
      id: id, name: name, kind: .integer, minimum: range.lowerBound, maximum: range.upperBound, step: 1,
      defaultValue: value, value: value, menu: [:])
  }

  static func `switch`(_ id: UInt32, _ name: String, default value: Int64) -> DeviceControl {
    DeviceControl(
      id: id, name: name, kind: .boolean, minimum: 0, maximum: 1, step: 1, defaultValue: value, value: value, menu: [:])
  }

  static func menu(
    _ id: UInt32, _ name: String, _ menu: [Int64: String], default value: Int64
  ) -> DeviceControl {
    DeviceControl(
      id: id, name: name, kind: .menu, minimum: menu.keys.min() ?? 0, maximum: menu.keys.max() ?? 0, step: 1,
      defaultValue: value, value: value, menu: menu)
  }
}

extension DeviceControl {
  func check(_ value: Int64, of device: String) throws(DeviceError) {
    guard value >= minimum, value <= maximum, kind != .menu || menu[value] != nil else {
      throw DeviceError(
        .invalidControlValue, context: device, message: "\(name) takes \(minimum) to \(maximum), not \(value).")
    }
  }
}
