public import CaptureDevices
public import MediaCore

/// The way in which a recorder continues when a device is unplugged: it waits for the device, opens it again, and
/// continues.
///
/// The device is known by its identifier, whatever its node is now. It has to come back in the mode and the format that
/// are recorded.
public struct FixtureReconnection: Sendable {
  /// The change of a device while it is recorded.
  public enum Change: Sendable {
    /// The device has been unplugged, with this error, and is waited for.
    case left(FixtureDeviceEvent.Kind, DeviceError)
    /// The device is there again, at this node or by this PCM, and is recorded on.
    case returned(FixtureDeviceEvent.Kind, name: String, node: String?)
    /// The device is there again and cannot be opened for now, which is tried again. Told once each time that it comes.
    case refused(FixtureDeviceEvent.Kind, DeviceError)
  }

  /// The wish for the camera when it was opened first.
  public var video: VideoWish
  /// The wish for the microphone.
  public var audio: AudioWish
  /// A Boolean value that indicates whether devices are opened in an action of the recorder's clock, as virtual time
  /// needs it. Otherwise they are opened on a queue of the recorder, where this may take as long as real devices need.
  public var opensOnClock: Bool
  /// The closure that is called with each change, on any thread.
  public var onChange: @Sendable (Change) -> Void

  /// Creates a way of continuing, with the wishes for the devices.
  public init(
    video: VideoWish = VideoWish(), audio: AudioWish = AudioWish(), opensOnClock: Bool = false,
    onChange: @escaping @Sendable (Change) -> Void = { _ in }
  ) {
    self.video = video
    self.audio = audio
    self.opensOnClock = opensOnClock
    self.onChange = onChange
  }
}
