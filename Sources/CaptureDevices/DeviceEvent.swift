/// A camera or microphone that has come or gone.
///
/// A device that is plugged in again is a new one, even where its identifier is the old one's.
///
/// Stands for `AVCaptureDeviceWasConnected` and `AVCaptureDeviceWasDisconnected`.
public enum DeviceEvent: Sendable, Hashable {
  /// The camera is there and can be opened.
  case videoConnected(VideoDevice)
  /// The camera has gone; the value is as it was when it was there.
  case videoDisconnected(VideoDevice)
  /// The microphone is there and can be opened.
  case audioConnected(AudioDevice)
  /// The microphone has gone; the value is as it was when it was there.
  case audioDisconnected(AudioDevice)
}

/// Somebody's interest in what comes and goes.
public protocol DeviceObservation: Sendable {
  /// Ends it: when it returns, the handler will not be called again. Not to be called from inside the handler.
  func cancel()
  /// The reason why nothing is told although devices may come and go; by default `nil`, as where all is well.
  var failure: DeviceError? { get }
}

extension DeviceObservation {
  /// None.
  public var failure: DeviceError? { nil }
}

/// The interest in a world where nothing comes or goes.
public struct NoDeviceObservation: DeviceObservation {
  /// An observation that never had anything to observe.
  public init() {}
  /// Does nothing.
  public func cancel() {}
}
