extension CameraControls {
  /// What the camera's light does. `V4L2_CID_FLASH_LED_MODE`.
  public var flashMode: CameraControlChoice<CameraFlashMode>? { choice(CameraControlNumber.flashMode) }

  /// How bright the flash is, in units of the maker's own, mostly milliamperes. `V4L2_CID_FLASH_INTENSITY`.
  public var flashIntensity: CameraControlRange? { range(CameraControlNumber.flashIntensity) }

  /// How bright the torch is, in units of the maker's own, mostly milliamperes. `V4L2_CID_FLASH_TORCH_INTENSITY`.
  public var torchIntensity: CameraControlRange? { range(CameraControlNumber.torchIntensity) }

  /// Whether the flash can be fired by ``strobe()``.
  public var canStrobe: Bool { hasButton(CameraControlNumber.flashStrobe) }

  /// Fires the flash, once, when ``flashMode`` is `.flash`. `V4L2_CID_FLASH_STROBE`.
  /// - Throws: ``DeviceError`` with `.unsupportedControl`, or what firing it led to.
  public func strobe() throws(DeviceError) { try source.setControl(CameraControlNumber.flashStrobe, to: 1) }

  /// Whether the camera rules white balance. `V4L2_CID_AUTO_WHITE_BALANCE`.
  public var automaticWhiteBalance: CameraControlChoice<CameraAdjustment>? {
    choice(CameraControlNumber.automaticWhiteBalance)
  }

  /// Whether white balance goes on or holds what it has found.
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
