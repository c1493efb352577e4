public import CaptureDevices

/// When and why a recorded device delivered nothing more.
public struct FixtureEnd: Sendable {
  /// The instant of the end, in nanoseconds since the fixture began.
  public let arrivalNanoseconds: Int64
  /// The failure of the device; `nil` if it was stopped.
  public let failure: DeviceError?
}
