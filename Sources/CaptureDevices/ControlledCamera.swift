public import MediaCore

/// A camera whose controls can be read and set, by V4L2's numbers for them (`V4L2_CID_…`).
///
/// An open camera is one, which is a ``VideoSource``.
public protocol ControlledCamera: AnyObject, Sendable {
  /// The camera.
  var device: VideoDevice { get }

  /// The present value of a control. Running or not.
  /// - Throws: ``DeviceError`` with `.unsupportedControl`, or what reading it led to.
  func value(ofControl id: UInt32) throws(DeviceError) -> Int64

  /// Sets a control. Running or not.
  /// - Throws: ``DeviceError`` with `.unsupportedControl`, `.invalidControlValue`, or what setting it led to.
  func setControl(_ id: UInt32, to value: Int64) throws(DeviceError)

  /// A Boolean value that indicates whether controls can be read but not set, as those of a fixture. By default they
  /// can be set.
  var areControlsFixed: Bool { get }
}

extension ControlledCamera {
  /// Throws an error, because the camera has no controls.
  /// - Throws: ``DeviceError`` with `.unsupportedControl`.
  public func value(ofControl id: UInt32) throws(DeviceError) -> Int64 { throw Self.noControl(id, of: device) }

  /// Throws an error, because the camera has no controls.
  /// - Throws: ``DeviceError`` with `.unsupportedControl`.
  public func setControl(_ id: UInt32, to value: Int64) throws(DeviceError) { throw Self.noControl(id, of: device) }

  /// Indicates that the controls are fixed, which they are not: they can be set.
  public var areControlsFixed: Bool { false }

  private static func noControl(_ id: UInt32, of device: VideoDevice) -> DeviceError {
    DeviceError(
      .unsupportedControl, context: device.node ?? device.id,
      message: "The camera has no control 0x\(String(id, radix: 16)). `livecam devices` lists those it has.")
  }
}
