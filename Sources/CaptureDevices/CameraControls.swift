public import MediaCore

/// The controls of a camera that photography needs, by their meaning and in its units, over any ``ControlledCamera``.
///
/// Each is `nil` when the camera does not have it. The available controls and their limits are those of the time when
/// the source was opened; values are read from and written to the camera. Setting a value never changes another
/// control: exposure time is refused, for instance, as long as ``exposureMode`` is automatic.
///
/// Values show in a frame at most ``VideoSource/controlDelayFrames`` frames later. Drivers keep them when the camera is
/// closed; ``ControlRestoration`` puts the old ones back.
///
/// Stands for the settings of `AVCaptureDevice`.
public struct CameraControls: Sendable {
  /// The open camera whose controls are read and set.
  public let source: any ControlledCamera

  /// Creates a view of the controls of an open camera.
  public init(_ source: any ControlledCamera) { self.source = source }

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

  /// The ruling of exposure. `V4L2_CID_EXPOSURE_AUTO`.
  public var exposureMode: CameraControlChoice<CameraExposureMode>? { choice(CameraControlNumber.exposureMode) }

  /// The mode that lets the camera rule exposure: `.automatic`, or `.aperturePriority` where that is all there is.
  public var automaticExposureMode: CameraExposureMode? {
    let options = exposureMode?.options ?? []
    return [.automatic, .aperturePriority].first { options.contains($0) }
  }

  /// The lock of automatic exposure, which either goes on or holds what it has found. `V4L2_CID_3A_LOCK`.
  public var exposureLock: CameraControlChoice<CameraAdjustment>? { lock(bit: 1) }

  /// The exposure of a frame, in seconds, when ``exposureMode`` is `.manual` or `.shutterPriority`.
  ///
  /// `V4L2_CID_EXPOSURE_ABSOLUTE`, in steps of 100 µs. The older `V4L2_CID_EXPOSURE` has no unit, and is not used.
  public var exposureTime: CameraControlRange? { range(CameraControlNumber.exposureTime, factor: 1e-4, unit: "s") }

  /// The aim of automatic exposure beside its target, in EV.
  ///
  /// `V4L2_CID_AUTO_EXPOSURE_BIAS` alone. Webcams without it often have a brightness, which is no replacement: it is
  /// added to the pixels after exposure, has no unit, and a photo's metadata would tell a bias that never was.
  public var exposureBias: CameraControlRange? { menu(CameraControlNumber.exposureBias, factor: 1e-3, unit: "EV") }

  /// The sensor's amplification, in the manufacturer's own unit: that of the sensor's own amplifier if it can be set
  /// separately, because it makes less noise. `V4L2_CID_ANALOGUE_GAIN`, else `V4L2_CID_GAIN`.
  public var gain: CameraControlRange? {
    range(CameraControlNumber.analogueGain) ?? range(CameraControlNumber.gain)
  }

  /// The control of automatic ``gain``; while it is automatic, drivers refuse to set the gain. `V4L2_CID_AUTOGAIN`.
  public var automaticGain: CameraControlChoice<CameraAdjustment>? { choice(CameraControlNumber.automaticGain) }

  /// The sensitivity in ISO, when ``isoMode`` is `.locked`.
  ///
  /// `V4L2_CID_ISO_SENSITIVITY` alone, which counts in 0.001 ISO: only the manufacturer knows the ISO value of a
  /// ``gain``.
  public var iso: CameraControlRange? { menu(CameraControlNumber.iso, factor: 1e-3, unit: "ISO") }

  /// The control of automatic sensitivity. `V4L2_CID_ISO_SENSITIVITY_AUTO`.
  public var isoMode: CameraControlChoice<CameraAdjustment>? { choice(CameraControlNumber.automaticISO) }

  /// The control of automatic focus. `V4L2_CID_FOCUS_AUTO`.
  public var automaticFocus: CameraControlChoice<CameraAdjustment>? { choice(CameraControlNumber.automaticFocus) }

  /// The lock of focus, which either keeps adjusting or keeps its present distance: `V4L2_CID_3A_LOCK`, or
  /// ``automaticFocus`` where there is none.
  public var focusLock: CameraControlChoice<CameraAdjustment>? { lock(bit: 4) ?? automaticFocus }

  /// A Boolean value that indicates whether the camera focuses once by ``focusOnce()``.
  public var canFocusOnce: Bool { hasButton(CameraControlNumber.focusOnce) }

  /// Focuses once and then holds it, when ``automaticFocus`` is `.locked` or missing. `V4L2_CID_AUTO_FOCUS_START`.
  /// - Throws: ``DeviceError`` with `.unsupportedControl`, or what it led to.
  public func focusOnce() throws(DeviceError) { try source.setControl(CameraControlNumber.focusOnce, to: 1) }

  /// The focus of the lens, from 0 for the nearest to 1 for the farthest, when ``automaticFocus`` is `.locked`.
  ///
  /// `V4L2_CID_FOCUS_ABSOLUTE`, whose numbers grow towards what is near and have no unit.
  /// Stands for `AVCaptureDevice.lensPosition`.
  public var lensPosition: CameraControlRange? {
    control(CameraControlNumber.focus).flatMap { control in
      let span = Double(control.maximum) - Double(control.minimum)
      guard span > 0 else { return nil }
      return CameraControlRange(
        control, of: source, factor: -1 / span, zero: Double(control.maximum) / span, unit: "")
    }
  }

  /// The ratio of the focal length to the shortest, from 1.
  ///
  /// `V4L2_CID_ZOOM_ABSOLUTE`, whose unit is the maker's own. It is taken for a length, as USB cameras mean it, when
  /// its least number is above zero; a camera that counts from zero does not say how much it enlarges: `nil`.
  /// Stands for `AVCaptureDevice.videoZoomFactor`.
  public var zoomFactor: CameraControlRange? {
    control(CameraControlNumber.zoom).flatMap { control in
      guard control.minimum > 0 else { return nil }
      return range(CameraControlNumber.zoom, factor: 1 / Double(control.minimum))
    }
  }

  /// The brightness of the finished picture, in units of the maker's own: no exposure. `V4L2_CID_BRIGHTNESS`.
  public var brightness: CameraControlRange? { range(CameraControlNumber.brightness) }

  /// The lamps' frequency that the camera suppresses the flicker of. `V4L2_CID_POWER_LINE_FREQUENCY`.
  public var powerLineFrequency: CameraControlChoice<PowerLineFrequency>? {
    choice(CameraControlNumber.powerLineFrequency)
  }

  /// The use of the camera's light. `V4L2_CID_FLASH_LED_MODE`.
  public var flashMode: CameraControlChoice<CameraFlashMode>? { choice(CameraControlNumber.flashMode) }

  /// The brightness of the flash, in units of the maker's own, mostly milliamperes. `V4L2_CID_FLASH_INTENSITY`.
  public var flashIntensity: CameraControlRange? { range(CameraControlNumber.flashIntensity) }

  /// The brightness of the torch, in units of the maker's own, mostly milliamperes. `V4L2_CID_FLASH_TORCH_INTENSITY`.
  public var torchIntensity: CameraControlRange? { range(CameraControlNumber.torchIntensity) }

  /// A Boolean value that indicates whether the flash can be fired by ``strobe()``.
  public var canStrobe: Bool { hasButton(CameraControlNumber.flashStrobe) }

  /// Fires the flash, once, when ``flashMode`` is `.flash`. `V4L2_CID_FLASH_STROBE`.
  /// - Throws: ``DeviceError`` with `.unsupportedControl`, or what firing it led to.
  public func strobe() throws(DeviceError) { try source.setControl(CameraControlNumber.flashStrobe, to: 1) }

  /// The control that lets the camera rule white balance. `V4L2_CID_AUTO_WHITE_BALANCE`.
  public var automaticWhiteBalance: CameraControlChoice<CameraAdjustment>? {
    choice(CameraControlNumber.automaticWhiteBalance)
  }

  /// The lock of white balance, which either goes on adjusting or holds what it has found.
  ///
  /// `V4L2_CID_3A_LOCK`. Where there is none it is ``automaticWhiteBalance``: then some cameras hold what they have
  /// found, and others go to ``whiteBalanceTemperature``.
  public var whiteBalanceLock: CameraControlChoice<CameraAdjustment>? { lock(bit: 2) ?? automaticWhiteBalance }

  /// The light's temperature in kelvin, when ``automaticWhiteBalance`` is `.locked`.
  /// `V4L2_CID_WHITE_BALANCE_TEMPERATURE`.
  public var whiteBalanceTemperature: CameraControlRange? {
    range(CameraControlNumber.whiteBalanceTemperature, unit: "K")
  }
}
