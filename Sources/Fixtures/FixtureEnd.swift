public import CaptureDevices

/// The end of what is recorded of a device.
public struct FixtureEnd: Sendable {
  /// The instant, in nanoseconds from the fixture's begin.
  public let arrivalNanoseconds: Int64
  /// The failure of the device; `nil` if it was stopped.
  public let failure: DeviceError?
}
