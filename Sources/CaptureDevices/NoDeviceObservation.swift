/// The interest in a world where nothing comes or goes.
public struct NoDeviceObservation: DeviceObservation {
  /// Creates an observation that never had anything to observe.
  public init() {}
  /// Does nothing.
  public func cancel() {}
}
