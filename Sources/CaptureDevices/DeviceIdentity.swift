/// The marks that tell one camera or microphone from another, strongest first.
///
/// Node numbers change when a device is plugged in again, so they are the weakest of all.
public struct DeviceIdentity: Sendable, Hashable, Codable {
  /// The manufacturer's serial number, if the device has one.
  public let serial: String?
  /// The place where it is plugged in, such as `usb-0000:00:14.0-3`.
  public let portPath: String?
  /// The model's name, as the driver gives it.
  public let model: String

  /// Creates an identity from what the driver and sysfs tell.
  public init(serial: String?, portPath: String?, model: String) {
    self.serial = serial
    self.portPath = portPath
    self.model = model
  }
}
