public import CaptureDevices

extension V4L2VideoSource {
  // A camera takes a control over between two frames: the one that is being exposed has the old value. Sensors
  // expose by lines, and take the new value over one frame after they were told; and one frame is being read out.
  static let framesUntilExposed = 3

  /// The present value of a control, as the driver tells it.
  /// - Throws: ``DeviceError`` with `.unsupportedControl` for one that the camera does not have, or that is no number
  ///   to read, such as a button; `.disconnected` or `.system` for what reading it led to.
  ///
  /// Stands for `VIDIOC_G_EXT_CTRLS`, or `VIDIOC_G_CTRL` where the driver knows only that.
  public func value(ofControl id: UInt32) throws(DeviceError) -> Int64 { try node.value(ofControl: id) }

  /// Sets a control, from any thread, running or not. A button is pressed, whatever the value.
  ///
  /// Other programs that use the camera see the new value too, and it stays when this object is gone: the driver
  /// keeps it. `ControlRestoration` puts old values back.
  /// - Throws: ``DeviceError`` with `.unsupportedControl`; `.invalidControlValue` for a value outside the control's
  ///   limits, which the error names, and for a control that can only be read, is held in place, or is ruled by an
  ///   automatic one; `.disconnected` or `.system` for what setting it led to.
  ///
  /// Stands for `VIDIOC_S_EXT_CTRLS`, or `VIDIOC_S_CTRL` where the driver knows only that.
  public func setControl(_ id: UInt32, to value: Int64) throws(DeviceError) { try node.setControl(id, to: value) }

  /// After how many frames a control that was set shows at most: those in the driver's other buffers, which may be
  /// filled already, and three for the sensor (exposed, told, read out).
  ///
  /// Counts the buffers that the driver granted, once the camera has been started; before, those it will be asked for.
  public var controlDelay: Int { buffersInUse - 1 + Self.framesUntilExposed }
}
