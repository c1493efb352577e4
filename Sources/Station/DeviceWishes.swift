public import CaptureDevices

/// The devices that a station is to have, and how they are to be set.
public struct DeviceWishes: Sendable {
  /// Which camera to take.
  public var camera: DeviceChoice
  /// Which microphone to take, if any.
  public var microphone: DeviceChoice
  /// The camera's mode.
  public var video: VideoWish
  /// The microphone's format.
  public var audio = AudioWish()
  /// The light that flashes; `nil` for the camera's own flash, if it has one.
  public var flash: FlashChoice?
  /// A Boolean value that indicates whether the camera is to deliver a sensor's samples. The camera is set to a Bayer
  /// format, the one with the most bits unless ``video`` names one.
  public var isRaw = false
  /// A Boolean value that indicates whether replays start over at their end.
  public var loops = false

  /// Creates wishes; by default for the machine's best devices.
  public init(
    camera: DeviceChoice = .auto, microphone: DeviceChoice = .auto, video: VideoWish = VideoWish()
  ) {
    self.camera = camera
    self.microphone = microphone
    self.video = video
  }
}
