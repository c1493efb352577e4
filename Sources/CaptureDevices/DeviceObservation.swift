/// An observation of the devices that are connected and disconnected.
public protocol DeviceObservation: Sendable {
  /// Ends the observation. After it returns, the handler is not called again. Do not call it from inside the handler.
  func cancel()
  /// The reason why nothing is reported although devices may come and go, or `nil`, the default, if the observation
  /// works.
  var failure: DeviceError? { get }
}

extension DeviceObservation {
  /// Returns `nil`: the observation works.
  public var failure: DeviceError? { nil }
}
