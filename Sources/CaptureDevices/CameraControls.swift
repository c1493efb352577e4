/// What photography needs of a camera's controls, by their meaning and in its units, over any ``VideoSource``.
///
/// Each is `nil` when the camera does not have it. Whether it has it, and the limits, are as the device was when the
/// source was opened; values are read from and written to the camera. Nothing is set but what is asked for: exposure
/// time is refused, for instance, as long as ``exposureMode`` is automatic.
///
/// Values show in a frame at most ``VideoSource/controlDelay`` frames later. Drivers keep them when the camera is
/// closed; ``ControlRestoration`` puts the old ones back.
///
/// Stands for the settings of `AVCaptureDevice`.
public struct CameraControls: Sendable {
  /// The camera.
  public let source: any VideoSource

  /// The controls of a camera.
  public init(_ source: any VideoSource) { self.source = source }

  // What the camera says of a control, if it has it.
  func control(_ number: UInt32) -> DeviceControl? { source.device.controls.first { $0.id == number } }

  func range(_ number: UInt32, factor: Double = 1, unit: String = "") -> CameraControlRange? {
    control(number).flatMap { CameraControlRange($0, of: source, factor: factor, unit: unit) }
  }

  func menu(_ number: UInt32, factor: Double, unit: String) -> CameraControlRange? {
    control(number).flatMap { CameraControlRange(menu: $0, of: source, factor: factor, unit: unit) }
  }

  func choice<Option>(_ number: UInt32) -> CameraControlChoice<Option>? {
    control(number).flatMap { CameraControlChoice($0, of: source) }
  }

  func lock(bit: Int64) -> CameraControlChoice<CameraAdjustment>? {
    control(CameraControlNumber.locks).flatMap { CameraControlChoice(bit: bit, of: $0, source) }
  }

  func hasButton(_ number: UInt32) -> Bool { control(number)?.kind == .button }
}
