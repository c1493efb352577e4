/// An observation of the devices that are connected and disconnected.
public protocol DeviceObservation: Sendable {
  /// Ends it: when it returns, the handler will not be called again. Not to be called from inside the handler.
  func cancel()
  /// The reason why nothing is told although devices may come and go; by default `nil`, as where all is well.
  var failure: DeviceError? { get }
}

extension DeviceObservation {
  /// The reason why nothing is told, `nil`: all is well.
  public var failure: DeviceError? { nil }
}
