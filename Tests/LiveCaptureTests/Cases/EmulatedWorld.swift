import CaptureDevices
import LiveCaptureTesting
import MediaCore
import Simulator
import Synchronization

/// Cameras and microphones that have whatever a case needs, over the scene's pictures and sound.
final class EmulatedWorld: DeviceCatalog {
  /// A camera and what it can do.
  struct Camera: Sendable {
    var id = "camera"
    var node = "/dev/video0"
    var traits = VideoDeviceTraits()
    var access = DeviceAccess.granted
    var controls: [DeviceControl] = []
    var sizes = [(640, 480), (1280, 720), (320, 240)]
    var pixelFormats: [PixelFormat] = [.yu12]
    var rates: [Int32] = [30, 15]

    var device: VideoDevice {
      VideoDevice(
        id: id, name: "Emulated \(id)", node: node,
        identity: DeviceIdentity(serial: id, portPath: nil, model: "Emulated"), driver: "emulated",
        modes: pixelFormats.flatMap { format in
          sizes.map { size in
            VideoModeCapability(
              pixelFormat: format, width: size.0, height: size.1,
              frameIntervals: rates.map { MediaTime(value: 1, timescale: $0) })
          }
        }, controls: controls)
    }
  }

  private struct State {
    var cameras: [Camera]
    var microphones: [String]
    var sources: [String: ScriptedVideoSource] = [:]
    var audioSources: [String: ScriptedAudioSource] = [:]
    var handlers: [Int: @Sendable (DeviceEvent) -> Void] = [:]
    var next = 0
    var microphoneAccess = DeviceAccess.granted
  }

  private struct Observation: DeviceObservation {
    let world: EmulatedWorld
    let number: Int
    func cancel() { _ = world.state.withLock { $0.handlers.removeValue(forKey: number) } }
  }

  let clock: VirtualClock
  let scene: Scene
  private let state: Mutex<State>

  init(clock: VirtualClock, cameras: [Camera], microphones: [String] = ["microphone"]) {
    self.clock = clock
    scene = Scene(epoch: clock.now)
    state = Mutex(State(cameras: cameras, microphones: microphones))
  }

  func setMicrophoneAccess(_ access: DeviceAccess) { state.withLock { $0.microphoneAccess = access } }

  func videoDevices() throws(DeviceError) -> [VideoDevice] { state.withLock { $0.cameras.map(\.device) } }

  func audioDevices() throws(DeviceError) -> [AudioDevice] { state.withLock { $0.microphones.map(Self.microphone) } }

  private static func microphone(_ id: String) -> AudioDevice {
    AudioDevice(
      id: id, name: "Emulated \(id)", pcm: id, identity: DeviceIdentity(serial: id, portPath: nil, model: "Emulated"),
      formats: [AudioFormat(sampleRate: 48_000, channelCount: 1, sampleFormat: .s16)])
  }

  func openVideo(_ name: String, wish: VideoWish) throws(DeviceError) -> (source: any VideoSource, reason: String) {
    guard let camera = state.withLock({ $0.cameras.first { $0.id == name || $0.node == name } }) else {
      throw DeviceError(.notFound, device: name, message: "There is no such camera.")
    }
    let device = camera.device
    let choice = try ModeNegotiator(device: device.id, capabilities: device.modes).choose(wish)
    let mode = VideoMode(
      format: VideoFormat(
        pixelFormat: choice.capability.pixelFormat, width: choice.capability.width, height: choice.capability.height),
      frameInterval: choice.frameInterval ?? MediaTime(value: 1, timescale: 30))
    let source = ScriptedVideoSource(try SceneVideoSource(device: device, mode: mode, scene: scene, clock: clock))
    state.withLock { $0.sources[camera.id] = source }
    return (source, choice.reason)
  }

  func openAudio(_ name: String, wish: AudioWish) throws(DeviceError) -> any AudioSource {
    guard state.withLock({ $0.microphones.contains(name) }) else {
      throw DeviceError(.notFound, device: name, message: "There is no such microphone.")
    }
    let device = Self.microphone(name)
    let source = ScriptedAudioSource(
      SceneAudioSource(device: device, format: device.formats[0], scene: scene, clock: clock))
    state.withLock { $0.audioSources[name] = source }
    return source
  }

  func observe(_ handler: @escaping @Sendable (DeviceEvent) -> Void) -> any DeviceObservation {
    state.withLock { state in
      state.next += 1
      state.handlers[state.next] = handler
      return Observation(world: self, number: state.next)
    }
  }

  func access(to device: VideoDevice) -> DeviceAccess {
    state.withLock { state in state.cameras.first { $0.id == device.id }?.access ?? .granted }
  }

  func access(to device: AudioDevice) -> DeviceAccess { state.withLock { $0.microphoneAccess } }

  func traits(of device: VideoDevice) -> VideoDeviceTraits {
    state.withLock { state in state.cameras.first { $0.id == device.id }?.traits ?? VideoDeviceTraits() }
  }

  /// The source that a camera was opened as last.
  func source(_ id: String = "camera") -> ScriptedVideoSource? { state.withLock { $0.sources[id] } }

  /// Takes a camera away: its stream ends, and observers hear of it.
  func unplug(_ id: String = "camera") {
    let (camera, source, handlers) = state.withLock { state in
      let camera = state.cameras.first { $0.id == id }
      state.cameras.removeAll { $0.id == id }
      return (camera, state.sources.removeValue(forKey: id), Array(state.handlers.values))
    }
    source?.fail()
    if let camera { for handler in handlers { handler(.videoDisconnected(camera.device)) } }
  }

  /// Takes a camera away that nobody has opened yet, without a word.
  func removeSilently(_ id: String) { state.withLock { $0.cameras.removeAll { $0.id == id } } }

  /// Puts a camera there.
  func plug(_ camera: Camera) {
    let handlers = state.withLock { state in
      state.cameras.append(camera)
      return Array(state.handlers.values)
    }
    for handler in handlers { handler(.videoConnected(camera.device)) }
  }
}
