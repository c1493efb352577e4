/// The access of this user to a device.
public enum DeviceAccess: String, Sendable, Hashable, CaseIterable {
  /// The device's file can be opened for reading and writing.
  case granted
  /// The device's file is not this user's to open; the error of opening it says which group would help.
  case denied
}
