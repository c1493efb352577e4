extension CameraControls {
  /// Who rules exposure. `V4L2_CID_EXPOSURE_AUTO`.
  public var exposureMode: CameraControlChoice<CameraExposureMode>? { choice(CameraControlNumber.exposureMode) }

  /// Which mode lets the camera rule exposure: `.automatic`, or `.aperturePriority` where that is all there is.
  public var automaticExposureMode: CameraExposureMode? {
    let options = exposureMode?.options ?? []
    return [.automatic, .aperturePriority].first { options.contains($0) }
  }

  /// Whether automatic exposure goes on or holds what it has found. `V4L2_CID_3A_LOCK`.
  public var exposureLock: CameraControlChoice<CameraAdjustment>? { lock(bit: 1) }

  /// How long a frame is exposed, in seconds, when ``exposureMode`` is `.manual` or `.shutterPriority`.
  ///
  /// `V4L2_CID_EXPOSURE_ABSOLUTE`, in steps of 100 µs. The older `V4L2_CID_EXPOSURE` has no unit, and is not used.
  public var exposureTime: CameraControlRange? { range(CameraControlNumber.exposureTime, factor: 1e-4, unit: "s") }

  /// What automatic exposure aims at beside its target, in EV.
  ///
  /// `V4L2_CID_AUTO_EXPOSURE_BIAS` alone. Webcams without it often have a brightness, which is no replacement: it is
  /// added to the pixels after exposure, has no unit, and a photo's metadata would tell a bias that never was.
  public var exposureBias: CameraControlRange? { menu(CameraControlNumber.exposureBias, factor: 1e-3, unit: "EV") }

  /// The sensor's amplification in units of the maker's own: the sensor's own amplifier where it can be set by
  /// itself, for it makes less noise. `V4L2_CID_ANALOGUE_GAIN`, else `V4L2_CID_GAIN`.
  public var gain: CameraControlRange? {
    range(CameraControlNumber.analogueGain) ?? range(CameraControlNumber.gain)
  }

  /// Whether the camera rules its ``gain``; as long as it does, drivers refuse to set that. `V4L2_CID_AUTOGAIN`.
  public var automaticGain: CameraControlChoice<CameraAdjustment>? { choice(CameraControlNumber.automaticGain) }

  /// The sensitivity in ISO, when ``isoMode`` is `.locked`.
  ///
  /// `V4L2_CID_ISO_SENSITIVITY` alone, which counts in 0.001 ISO: nobody but the maker knows what ISO a ``gain`` is.
  public var iso: CameraControlRange? { menu(CameraControlNumber.iso, factor: 1e-3, unit: "ISO") }

  /// Whether the camera rules sensitivity. `V4L2_CID_ISO_SENSITIVITY_AUTO`.
  public var isoMode: CameraControlChoice<CameraAdjustment>? { choice(CameraControlNumber.automaticISO) }
}
