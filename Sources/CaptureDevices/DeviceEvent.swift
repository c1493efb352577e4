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
