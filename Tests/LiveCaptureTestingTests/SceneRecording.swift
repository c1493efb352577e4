import CaptureDevices
import LiveCaptureTesting
import MediaCore
import Simulator

/// A scene recorded in virtual time.
struct SceneRecording {
  let scene: Scene
  let video: RecordingVideoSink
  let audio: RecordingAudioSink

  var frames: [VideoFrame] { video.frames }

  /// Films (and hears, if there is a wish for it) the first `seconds` of a scene.
  init(
    seconds: MediaTime, video wish: VideoWish? = VideoWish(), audio audioWish: AudioWish? = nil,
    settings: SceneSettings = SceneSettings()
  ) throws(DeviceError) {
    let clock = VirtualClock()
    let catalog = SceneCatalog(clock: clock, settings: settings)
    video = RecordingVideoSink(clock: clock)
    audio = RecordingAudioSink(clock: clock)
    let camera = try wish.map { (wish) throws(DeviceError) in try catalog.openVideo("scene", wish: wish).source }
    let microphone = try audioWish.map { (wish) throws(DeviceError) in try catalog.openAudio("scene", wish: wish) }
    try camera?.start(delivering: video)
    try microphone?.start(delivering: audio)
    clock.advance(by: seconds)
    camera?.stop()
    microphone?.stop()
    scene = catalog.scene ?? Scene(epoch: clock.now)
  }
}

extension MediaTime {
  static func milliseconds(_ count: Int64) -> MediaTime { MediaTime(nanoseconds: count * 1_000_000) }
}
