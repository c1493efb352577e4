public import CaptureDevices
public import LiveCaptureTesting
public import MediaCore
public import Simulator

/// What a camera and a microphone delivered of the beginning of a scene, in virtual time: what a test needs when it
/// wants frames or sound, not devices.
public struct SceneLog: Sendable {
  /// The scene; it began when the devices were opened.
  public let scene: Scene
  /// What the camera delivered; empty without a wish for it.
  public let video: VideoSinkLog
  /// What the microphone delivered; empty without a wish for it.
  public let audio: AudioSinkLog

  /// The frames that were delivered, in order.
  public var frames: [VideoFrame] { video.frames }

  /// Films (and hears, if there is a wish for it) until `duration` after the scene's epoch. As frames are delivered
  /// an interval after they are taken, the last one is missing. `pictures` codes frames in other formats than YU12.
  /// - Throws: ``CaptureDevices/DeviceError`` when the scene cannot be filmed as wished.
  public init(
    duration: MediaTime, video wish: VideoWish? = VideoWish(), audio audioWish: AudioWish? = nil,
    settings: SceneSettings = SceneSettings(), pictures: (any PictureConverting)? = nil
  ) throws(DeviceError) {
    let clock = VirtualClock()
    scene = Scene(epoch: clock.now, settings: settings)
    let catalog = SceneCatalog(clock: clock, scene: scene, pictures: pictures)
    video = VideoSinkLog(clock: clock)
    audio = AudioSinkLog(clock: clock)
    let camera = try wish.map { (wish) throws(DeviceError) in try catalog.openVideo("scene", wish: wish).source }
    let microphone = try audioWish.map { (wish) throws(DeviceError) in try catalog.openAudio("scene", wish: wish) }
    try camera?.start(delivering: video)
    try microphone?.start(delivering: audio)
    clock.advance(by: duration)
    camera?.stop()
    microphone?.stop()
  }
}
