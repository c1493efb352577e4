extension CameraControls {
  /// Whether the camera keeps focus by itself. `V4L2_CID_FOCUS_AUTO`.
  public var automaticFocus: CameraControlChoice<CameraAdjustment>? { choice(CameraControlNumber.automaticFocus) }

  /// Whether focus goes on or holds what it has found: `V4L2_CID_3A_LOCK`, or ``automaticFocus`` where there is none.
  public var focusLock: CameraControlChoice<CameraAdjustment>? { lock(bit: 4) ?? automaticFocus }

  /// Whether the camera focuses once by ``focusOnce()``.
  public var canFocusOnce: Bool { hasButton(CameraControlNumber.focusOnce) }

  /// Focuses once and then holds it, when ``automaticFocus`` is `.locked` or missing. `V4L2_CID_AUTO_FOCUS_START`.
  /// - Throws: ``DeviceError`` with `.unsupportedControl`, or what it led to.
  public func focusOnce() throws(DeviceError) { try source.setControl(CameraControlNumber.focusOnce, to: 1) }

  /// Where the lens is focused, from 0 for the nearest to 1 for the farthest, when ``automaticFocus`` is `.locked`.
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

  /// How many times longer the focal length is than the shortest, from 1.
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
}
