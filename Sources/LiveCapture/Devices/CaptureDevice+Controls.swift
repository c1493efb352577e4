public import CaptureDevices
import Diagnostics
public import MediaCore

extension CaptureDevice {
  /// The ruling of exposure. Stands for `AVCaptureDevice.ExposureMode`.
  public enum ExposureMode: Sendable, Hashable {
    /// The exposure stays as the camera has found it.
    case locked
    /// The camera adjusts exposure continuously, to the target bias.
    case continuousAutoExposure
    /// The exposure time and sensitivity are as they are set.
    case custom
  }

  /// The ruling of focus. Stands for `AVCaptureDevice.FocusMode`.
  public enum FocusMode: Sendable, Hashable {
    /// Focus keeps its present value, or the one that is set.
    case locked
    /// The camera focuses once, and then holds it.
    case autoFocus
    /// The camera adjusts focus continuously.
    case continuousAutoFocus
  }

  /// The ruling of white balance. Stands for `AVCaptureDevice.WhiteBalanceMode`.
  public enum WhiteBalanceMode: Sendable, Hashable {
    /// White balance keeps its present value, or the one that is set.
    case locked
    /// The camera adjusts white balance continuously.
    case continuousAutoWhiteBalance
  }

  /// The camera's controls, with their ranges, options and defaults; `nil` for microphones.
  ///
  /// Call ``lockForConfiguration()`` before setting one; without it, setting throws a `DeviceError` with
  /// `.invalidState`. A camera that no session has open is opened until the device is unlocked. Drivers keep the values
  /// until the camera is unplugged.
  public var controls: CameraControls? {
    switch opening {
    case .video(_, let device): CameraControls(LockedCamera(self, device))
    case .openVideo(let source): CameraControls(LockedCamera(self, source.device))
    case .audio, .openAudio: nil
    }
  }

  // MARK: Exposure

  /// The ruling of exposure; `nil` for a camera whose exposure cannot be set.
  /// - Throws: ``CaptureError`` with `.deviceFailed` for what reading it led to.
  public var exposureMode: ExposureMode? {
    get throws(CaptureError) {
      guard let controls, let choice = controls.exposureMode else { return nil }
      return try reading { () throws(DeviceError) in
        if try controls.exposureLock?.value() == .locked { return .locked }
        let mode = try choice.value()
        return mode == .manual || mode == .shutterPriority ? .custom : .continuousAutoExposure
      }
    }
  }

  /// Sets the control of exposure: by the camera, by the user, or locked at the present values.
  /// - Throws: ``CaptureError`` naming `deviceIsLocked`, or `deviceOffersValue` for a mode that the camera does not
  ///   have; with `.deviceFailed` when the camera refuses it.
  public func setExposureMode(_ mode: ExposureMode) throws(CaptureError) {
    let controls = controls
    switch mode {
    case .locked: try set("exposureMode", controls?.exposureLock, to: .locked)
    case .continuousAutoExposure:
      if controls?.exposureLock != nil { try set("exposureMode", controls?.exposureLock, to: .continuous) }
      try set("exposureMode", controls?.exposureMode, to: controls?.automaticExposureMode)
    case .custom: try set("exposureMode", controls?.exposureMode, to: .manual)
    }
  }

  /// The exposure of a frame; `nil` for a camera that does not tell.
  /// - Throws: As ``exposureMode``.
  public var exposureDuration: MediaTime? {
    get throws(CaptureError) { try value(of: controls?.exposureTime).map { .seconds($0) } }
  }

  /// The sensitivity, in ISO, or in units of the maker's own for a camera that has only a gain; `nil` for a camera that
  /// does not tell.
  /// - Throws: As ``exposureMode``.
  public var iso: Double? { get throws(CaptureError) { try value(of: controls?.iso ?? controls?.gain) } }

  /// Sets exposure time and sensitivity, and the mode `custom`; `nil` leaves a value unchanged.
  ///
  /// Stands for `setExposureModeCustom(duration:iso:)`.
  /// - Throws: As ``setExposureMode(_:)``; `deviceOffersValue` for values out of the ranges of ``controls``.
  public func setExposureModeCustom(duration: MediaTime? = nil, iso: Double? = nil) throws(CaptureError) {
    let controls = controls
    try setExposureMode(.custom)
    if let duration { try set("exposureDuration", controls?.exposureTime, to: duration.seconds) }
    guard let iso else { return }
    if controls?.iso != nil {
      if controls?.isoMode != nil { try set("iso", controls?.isoMode, to: .locked) }
      try set("iso", controls?.iso, to: iso)
    } else {
      if controls?.automaticGain != nil { try set("iso", controls?.automaticGain, to: .locked) }
      try set("iso", controls?.gain, to: iso)
    }
  }

  /// The aim of automatic exposure beside its target, in EV; `nil` for a camera that has none.
  /// - Throws: As ``exposureMode``.
  public var exposureTargetBias: Double? {
    get throws(CaptureError) { try value(of: controls?.exposureBias) }
  }

  /// Sets the aim of automatic exposure beside its target.
  /// - Throws: As ``setExposureModeCustom(duration:iso:)``.
  public func setExposureTargetBias(_ bias: Double) throws(CaptureError) {
    try set("exposureTargetBias", controls?.exposureBias, to: bias)
  }

  // MARK: Focus

  /// The ruling of focus; `nil` for a camera whose focus cannot be set.
  /// - Throws: As ``exposureMode``.
  public var focusMode: FocusMode? {
    get throws(CaptureError) {
      guard let choice = controls?.focusLock else { return nil }
      return try reading { () throws(DeviceError) in try choice.value() == .locked ? .locked : .continuousAutoFocus }
    }
  }

  /// Sets the control of focus: continuous, once, or locked at the present distance.
  /// - Throws: As ``setExposureMode(_:)``.
  public func setFocusMode(_ mode: FocusMode) throws(CaptureError) {
    let controls = controls
    switch mode {
    case .locked: try set("focusMode", controls?.focusLock, to: .locked)
    case .continuousAutoFocus:
      try set("focusMode", controls?.focusLock, to: .continuous)
      if controls?.automaticFocus != nil { try set("focusMode", controls?.automaticFocus, to: .continuous) }
    case .autoFocus:
      try requireLock("focusMode")
      guard let controls, controls.canFocusOnce else { throw lacks("focusMode", "autoFocus") }
      if controls.automaticFocus != nil { try set("focusMode", controls.automaticFocus, to: .locked) }
      try reading { () throws(DeviceError) in try controls.focusOnce() }
    }
  }

  /// The focus of the lens, from 0 for the nearest to 1 for the farthest; `nil` for a camera that does not tell.
  /// - Throws: As ``exposureMode``.
  public var lensPosition: Double? { get throws(CaptureError) { try value(of: controls?.lensPosition) } }

  /// Sets the focus of the lens, and holds it there. Stands for `setFocusModeLocked(lensPosition:)`.
  /// - Throws: As ``setExposureModeCustom(duration:iso:)``.
  public func setFocusModeLocked(lensPosition: Double) throws(CaptureError) {
    let controls = controls
    if controls?.automaticFocus != nil { try set("focusMode", controls?.automaticFocus, to: .locked) }
    try set("lensPosition", controls?.lensPosition, to: lensPosition)
  }

  // MARK: White balance and zoom

  /// The ruling of white balance; `nil` for a camera whose white balance cannot be set.
  /// - Throws: As ``exposureMode``.
  public var whiteBalanceMode: WhiteBalanceMode? {
    get throws(CaptureError) {
      guard let choice = controls?.whiteBalanceLock else { return nil }
      return try reading { () throws(DeviceError) in
        try choice.value() == .locked ? .locked : .continuousAutoWhiteBalance
      }
    }
  }

  /// Sets the control of white balance: continuous, or locked at the present value.
  /// - Throws: As ``setExposureMode(_:)``.
  public func setWhiteBalanceMode(_ mode: WhiteBalanceMode) throws(CaptureError) {
    let controls = controls
    guard mode == .continuousAutoWhiteBalance else {
      return try set("whiteBalanceMode", controls?.whiteBalanceLock, to: .locked)
    }
    try set("whiteBalanceMode", controls?.whiteBalanceLock, to: .continuous)
    if controls?.automaticWhiteBalance != nil {
      try set("whiteBalanceMode", controls?.automaticWhiteBalance, to: .continuous)
    }
  }

  /// The temperature of the light that white is balanced for, in kelvin; `nil` for a camera that does not tell.
  /// - Throws: As ``exposureMode``.
  public var temperature: Double? { get throws(CaptureError) { try value(of: controls?.whiteBalanceTemperature) } }

  /// Sets white balance to a colour temperature in kelvin, and locks it. Stands for `setWhiteBalanceModeLocked(with:)`.
  /// - Throws: As ``setExposureModeCustom(duration:iso:)``.
  public func setWhiteBalanceModeLocked(temperature: Double) throws(CaptureError) {
    let controls = controls
    if controls?.automaticWhiteBalance != nil {
      try set("whiteBalanceMode", controls?.automaticWhiteBalance, to: .locked)
    }
    try set("temperature", controls?.whiteBalanceTemperature, to: temperature)
  }

  /// The ratio of the focal length to the shortest, from 1; `nil` for a camera that does not zoom.
  /// - Throws: As ``exposureMode``.
  public var videoZoomFactor: Double? { get throws(CaptureError) { try value(of: controls?.zoomFactor) } }

  /// Sets the ratio of the focal length to the shortest.
  /// - Throws: As ``setExposureModeCustom(duration:iso:)``.
  public func setVideoZoomFactor(_ factor: Double) throws(CaptureError) {
    try set("videoZoomFactor", controls?.zoomFactor, to: factor)
  }

  // MARK: Reading and setting

  private func reading<Value>(_ body: () throws(DeviceError) -> Value) throws(CaptureError) -> Value {
    do throws(DeviceError) { return try body() } catch { throw CaptureError(device: error) }
  }

  private func value(of range: CameraControlRange?) throws(CaptureError) -> Double? {
    guard let range else { return nil }
    return try reading { () throws(DeviceError) in try range.value() }
  }

  private func set<Option>(
    _ what: String, _ choice: CameraControlChoice<Option>?, to option: Option?
  ) throws(CaptureError) {
    try requireLock(what)
    guard let choice, let option, choice.options.contains(option) else {
      throw lacks(what, option.map { "\($0)" } ?? "automatic")
    }
    try reading { () throws(DeviceError) in try choice.set(option) }
  }

  private func set(_ what: String, _ range: CameraControlRange?, to value: Double) throws(CaptureError) {
    try requireLock(what)
    guard let range else { throw lacks(what, "\(value)") }
    do throws(DeviceError) { try range.set(value) } catch {
      guard error.status == nil, error.code == .invalidControlValue, !range.range.contains(value) else {
        throw CaptureError(device: error)
      }
      throw CaptureError(breaking: .deviceOffersValue, context: uniqueID, "\(what): \(error.message)")
    }
  }

  private func lacks(_ what: String, _ value: String) -> CaptureError {
    CaptureError(
      breaking: .deviceOffersValue, context: uniqueID,
      "\(what): the camera does not have \(value); its controls say what it has")
  }
}

/// A device's camera as its controls reach it: they are set only while the device is locked.
private final class LockedCamera: ControlledCamera {
  let device: VideoDevice
  private let owner: CaptureDevice

  init(_ owner: CaptureDevice, _ device: VideoDevice) { (self.owner, self.device) = (owner, device) }

  // Whether a camera that is not open can be set shows when it is.
  var areControlsFixed: Bool {
    if case .openVideo(let source) = owner.opening { source.areControlsFixed } else { false }
  }

  func value(ofControl id: UInt32) throws(DeviceError) -> Int64 { try owner.openSource().value(ofControl: id) }

  func setControl(_ id: UInt32, to value: Int64) throws(DeviceError) {
    guard owner.isLocked else {
      throw DeviceError(
        .invalidState, context: device.id,
        message: "The camera's device is not locked. Call lockForConfiguration before a control is set.")
    }
    try owner.openSource().setControl(id, to: value)
  }
}
