public import CaptureDevices
public import MediaCore
import Synchronization

/// A catalog of one simulated camera and one simulated microphone, both called "scene", that record the same ``Scene``.
///
/// A camera beside the first is called `scene?view=0.05`: near objects appear shifted to the left by 5 % of the
/// picture's width, or to the right where the number is negative. At most 0.2.
///
/// The scene begins when the first device is opened. It is painted as YU12; other formats take codecs, which are handed
/// over as `pictures`, such as `StandardPictures()` of CaptureCodecs. Without them the camera has YU12 alone.
public final class SceneCatalog: DeviceCatalog {
  private let clock: any MediaClock
  private let settings: SceneSettings
  private let pictures: (any PictureConverting)?
  private let opened = Mutex<Scene?>(nil)
  // What is set stays set when the camera is closed, as drivers have it.
  private let controls = SimulatedControls(ofSceneAs: "scene")

  /// Creates a catalog whose devices run on `clock`. Its scene begins at the clock's present when a device is first
  /// opened.
  public init(
    clock: any MediaClock, settings: SceneSettings = SceneSettings(), pictures: (any PictureConverting)? = nil
  ) {
    self.clock = clock
    self.settings = settings
    self.pictures = pictures
  }

  /// Creates a catalog of devices that film a scene whose epoch is already known.
  public convenience init(clock: any MediaClock, scene: Scene, pictures: (any PictureConverting)? = nil) {
    self.init(clock: clock, settings: scene.settings, pictures: pictures)
    opened.withLock { $0 = scene }
  }

  /// The scene, once a device has been opened.
  public var scene: Scene? { opened.withLock { $0 } }

  /// Returns the scene's one camera.
  public func videoDevices() -> [VideoDevice] { [camera] }

  /// Returns the scene's one microphone.
  public func audioDevices() -> [AudioDevice] { [microphone] }

  /// Opens the camera. Any mode of ``SceneModes`` can be wished for, not only those that the device lists, as
  /// far as its format is coded.
  /// - Throws: ``/CaptureDevices/DeviceError`` with `.notFound` or `.unsupportedMode`.
  public func openVideo(
    _ name: String, wish: VideoWish
  ) throws(DeviceError) -> (source: any VideoSource, reason: String) {
    let isFirst = camera.name.answers(to: name, or: camera.id)
    guard let view = isFirst ? SceneView() : SceneView(name: name) else { throw notFound(name, kind: "camera") }
    let device = isFirst ? camera : camera(name)
    var wish = wish
    if pictures == nil { wish.pixelFormat = wish.pixelFormat ?? SceneModes.painted }
    let choice = try SceneModes.choose(wish, device: device.id)
    let source = try SceneVideoSource(
      device: device, mode: choice.mode, scene: sceneNow(), view: view, clock: clock, pictures: pictures,
      controls: controls)
    return (source, choice.reason)
  }

  /// Opens the microphone at the wished rate, 8000 to 192 000 frames a second, in 1 or 2 channels; by default
  /// 48 000 and 1.
  /// - Throws: ``/CaptureDevices/DeviceError`` with `.notFound` or `.unsupportedMode`.
  public func openAudio(_ name: String, wish: AudioWish) throws(DeviceError) -> any AudioSource {
    let device = microphone
    guard device.name.answers(to: name, or: device.id) else { throw notFound(name, kind: "microphone") }
    let rate = wish.sampleRate ?? 48_000
    let channels = wish.channelCount ?? 1
    guard (8000...192_000).contains(rate), (1...2).contains(channels) else {
      throw DeviceError(
        .unsupportedMode, context: device.id,
        message: "The scene is not heard at \(rate) Hz in \(channels) channels. "
          + "Ask for 8000 to 192000 Hz in 1 or 2 channels.")
    }
    let format = AudioFormat(sampleRate: rate, channelCount: channels, sampleFormat: settings.sampleFormat)
    return SceneAudioSource(device: device, format: format, scene: sceneNow(), clock: clock)
  }

  private func sceneNow() -> Scene {
    opened.withLock { scene in
      let current = scene ?? Scene(epoch: clock.now, settings: settings)
      scene = current
      return current
    }
  }

  /// Tells whether a camera's name is one of the scene's, such as `scene?view=0.05`.
  public static func hasCamera(named name: String) -> Bool { name == "scene" || name.hasPrefix("scene?") }

  private var camera: VideoDevice { camera("scene") }

  private func camera(_ id: String) -> VideoDevice {
    VideoDevice(
      id: id, name: "Simulated scene", node: nil,
      identity: DeviceIdentity(serial: id, portPath: nil, model: "Simulated scene"), driver: "scene",
      modes: SceneModes.listed.filter { pictures != nil || $0.pixelFormat == SceneModes.painted },
      controls: SceneControls.listed)
  }

  private var microphone: AudioDevice {
    let formats = [48_000, 44_100, 96_000, 32_000, 16_000, 8000].flatMap { rate in
      [1, 2].map { AudioFormat(sampleRate: rate, channelCount: $0, sampleFormat: settings.sampleFormat) }
    }
    return AudioDevice(
      id: "scene", name: "Simulated scene", pcm: "scene",
      identity: DeviceIdentity(serial: "scene", portPath: nil, model: "Simulated scene"), formats: formats)
  }

  private func notFound(_ name: String, kind: String) -> DeviceError {
    DeviceError(
      .notFound, context: name,
      message: "No simulated \(kind) answers to that name. There is one, called \"scene\""
        + (kind == "camera" ? ", and those beside it, from scene?view=-0.2 to scene?view=0.2." : "."))
  }
}
