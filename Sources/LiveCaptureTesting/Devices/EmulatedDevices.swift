public import CaptureDevices
public import MediaCore
public import Simulator
import Synchronization

/// Any number of cameras and microphones, with any traits, that come and go as a test says.
///
/// ```
/// let devices = EmulatedDevices(clock: clock, cameras: [.back(), .front()], microphones: [EmulatedMicrophone()])
/// let system = try DeviceSystem(devices)
/// …
/// devices.unplug("back")
/// devices.plugIn(.back())
/// ```
/// All record the same ``Simulator/Scene``, which begins when the catalog is made. A device can be opened once at a time,
/// as real ones can.
public final class EmulatedDevices: DeviceCatalog {
  private struct State {
    var cameras: [EmulatedCamera]
    var microphones: [EmulatedMicrophone]
    /// Values of controls by camera: they outlive the opening of it, and are lost when it is pulled out.
    var values: [String: [UInt32: Int64]] = [:]
    /// How often cameras have been pulled out.
    var pullings: [String: Int] = [:]

    func value(ofControl id: UInt32, camera: String) -> Int64? {
      guard let control = cameras.first(where: { $0.id == camera })?.controls.first(where: { $0.id == id }) else {
        return nil
      }
      return values[camera]?[id] ?? control.value ?? control.defaultValue
    }

    func requirePlugging(_ plugging: Int, of camera: String) throws(DeviceError) {
      guard pullings[camera, default: 0] == plugging else { throw EmulatedDevices.disconnected(camera) }
    }
    var openCameras: [String: WeakSource<EmulatedVideoSource>] = [:]
    var openMicrophones: [String: WeakSource<EmulatedAudioSource>] = [:]
    var observers: [Int: @Sendable (DeviceEvent) -> Void] = [:]
    var nextObserver = 0
  }

  /// What all devices record.
  public let scene: Scene
  private let clock: any MediaClock
  private let state: Mutex<State>
  /// Held while observers are called: they are called one at a time.
  private let telling = Mutex(())

  /// A world with these devices. Without any it is what an app sees in a simulator: no devices at all.
  public init(
    clock: any MediaClock, scene: SceneSettings = SceneSettings(), cameras: [EmulatedCamera] = [],
    microphones: [EmulatedMicrophone] = []
  ) {
    self.clock = clock
    self.scene = Scene(epoch: clock.now, settings: scene)
    state = Mutex(State(cameras: cameras, microphones: microphones))
  }

  // MARK: Coming and going

  /// Plugs a camera in. One that has the same identifier is taken for the same one, plugged in again.
  public func plugIn(_ camera: EmulatedCamera) {
    unplug(camera.id)
    state.withLock { $0.cameras.append(camera) }
    tell(.videoConnected(camera.device))
  }

  /// Plugs a microphone in.
  public func plugIn(_ microphone: EmulatedMicrophone) {
    unplug(microphone.id)
    state.withLock { $0.microphones.append(microphone) }
    tell(.audioConnected(microphone.device))
  }

  /// Pulls the camera and the microphone of that identifier out: streams end with `.disconnected`, then observers hear of
  /// it. Harmless if there is none.
  public func unplug(_ id: String) {
    let (camera, source) = state.withLock { state in
      let camera = state.cameras.first { $0.id == id }
      state.cameras.removeAll { $0.id == id }
      if camera != nil {
        state.values[id] = nil
        state.pullings[id, default: 0] += 1
      }
      return (camera, state.openCameras.removeValue(forKey: id)?.source)
    }
    source?.fail(Self.disconnected(id))
    if let camera { tell(.videoDisconnected(camera.device)) }
    let (microphone, audioSource) = state.withLock { state in
      let microphone = state.microphones.first { $0.id == id }
      state.microphones.removeAll { $0.id == id }
      return (microphone, state.openMicrophones.removeValue(forKey: id)?.source)
    }
    audioSource?.fail(Self.disconnected(id))
    if let microphone { tell(.audioDisconnected(microphone.device)) }
  }

  /// Gives or takes the right to open the camera and the microphone of that identifier; what is open stays open.
  public func setAccess(_ access: DeviceAccess, to id: String) {
    state.withLock { state in
      for index in state.cameras.indices where state.cameras[index].id == id { state.cameras[index].access = access }
      for index in state.microphones.indices where state.microphones[index].id == id {
        state.microphones[index].access = access
      }
    }
  }

  /// The value that a camera's control has now, by V4L2's number for it; `nil` if it has none, or is not plugged in. One
  /// that is plugged in begins with its own values, whatever it was set to before.
  public func value(ofControl id: UInt32, camera: String) -> Int64? {
    state.withLock { $0.value(ofControl: id, camera: camera) }
  }

  // MARK: As a catalog

  /// The cameras that are plugged in, in the order in which they were.
  public func videoDevices() -> [VideoDevice] { state.withLock { $0.cameras.map(\.device) } }

  /// The microphones that are plugged in, in the order in which they were.
  public func audioDevices() -> [AudioDevice] { state.withLock { $0.microphones.map(\.device) } }

  /// Opens a camera by its identifier, its node, or a part of its name.
  /// - Throws: `DeviceError` with `.notFound`, `.accessDenied`, `.busy` or `.unsupportedMode`.
  public func openVideo(
    _ name: String, wish: VideoWish
  ) throws(DeviceError) -> (source: any VideoSource, reason: String) {
    let found = state.withLock { state in
      let camera =
        state.cameras.first { $0.node == name } ?? state.cameras.first { Self.answers($0.id, $0.name, to: name) }
      return camera.map { (camera: $0, plugging: state.pullings[$0.id, default: 0]) }
    }
    guard let (camera, plugging) = found else { throw Self.notFound(name) }
    try Self.check(camera.access, camera.id)
    let choice = try ModeNegotiator(device: camera.id, capabilities: camera.modes).choose(wish)
    let capability = choice.capability
    let mode = VideoMode(
      format: VideoFormat(pixelFormat: capability.pixelFormat, width: capability.width, height: capability.height),
      frameInterval: choice.frameInterval ?? MediaTime(value: 1, timescale: 30))
    let film = try SceneVideoSource(device: camera.device, mode: mode, scene: scene, clock: clock)
    let source = EmulatedVideoSource(film, devices: self, plugging: plugging)
    let isFree = state.withLock { state in
      guard state.openCameras[camera.id]?.source?.isRunning != true else { return false }
      state.openCameras[camera.id] = WeakSource(source)
      return true
    }
    guard isFree else { throw Self.busy(camera.id) }
    return (source, choice.reason)
  }

  /// Opens a microphone by its identifier or a part of its name.
  /// - Throws: `DeviceError` with `.notFound`, `.accessDenied`, `.busy` or `.unsupportedMode`.
  public func openAudio(_ name: String, wish: AudioWish) throws(DeviceError) -> any AudioSource {
    guard
      let microphone = state.withLock({ state in state.microphones.first { Self.answers($0.id, $0.name, to: name) } })
    else { throw Self.notFound(name) }
    try Self.check(microphone.access, microphone.id)
    let format = microphone.formats.first {
      wish.sampleRate ?? $0.sampleRate == $0.sampleRate && wish.channelCount ?? $0.channelCount == $0.channelCount
    }
    guard let format else {
      throw DeviceError(
        .unsupportedMode, device: microphone.id,
        message: "It offers \(microphone.formats.map(\.description).joined(separator: ", ")). Ask for one of these.")
    }
    let sound = SceneAudioSource(device: microphone.device, format: format, scene: scene, clock: clock)
    let source = EmulatedAudioSource(sound)
    let isFree = state.withLock { state in
      guard state.openMicrophones[microphone.id]?.source?.isRunning != true else { return false }
      state.openMicrophones[microphone.id] = WeakSource(source)
      return true
    }
    guard isFree else { throw Self.busy(microphone.id) }
    return source
  }

  /// Calls `handler` when a device is plugged in or pulled out, on the thread that does it.
  public func observe(_ handler: @escaping @Sendable (DeviceEvent) -> Void) -> any DeviceObservation {
    let number = state.withLock { state in
      state.nextObserver += 1
      state.observers[state.nextObserver] = handler
      return state.nextObserver
    }
    return Observation(devices: self, number: number)
  }

  /// As the camera was made up, or as ``setAccess(_:to:)`` has changed it.
  public func access(to device: VideoDevice) -> DeviceAccess {
    state.withLock { state in state.cameras.first { $0.id == device.id }?.access ?? .granted }
  }

  /// As the microphone was made up, or as ``setAccess(_:to:)`` has changed it.
  public func access(to device: AudioDevice) -> DeviceAccess {
    state.withLock { state in state.microphones.first { $0.id == device.id }?.access ?? .granted }
  }

  /// As the camera was made up.
  public func traits(of device: VideoDevice) -> VideoDeviceTraits {
    state.withLock { state in state.cameras.first { $0.id == device.id }?.traits } ?? VideoDeviceTraits(of: device)
  }

  // MARK: For its sources

  func value(ofControl id: UInt32, camera: String, plugging: Int) throws(DeviceError) -> Int64 {
    try state.withLock { state throws(DeviceError) in
      try state.requirePlugging(plugging, of: camera)
      return state.value(ofControl: id, camera: camera) ?? 0
    }
  }

  func setValue(_ value: Int64, ofControl id: UInt32, camera: String, plugging: Int) throws(DeviceError) {
    try state.withLock { state throws(DeviceError) in
      try state.requirePlugging(plugging, of: camera)
      state.values[camera, default: [:]][id] = value
    }
  }

  private func tell(_ event: DeviceEvent) {
    telling.withLock { _ in
      for (_, observer) in state.withLock({ $0.observers.sorted { $0.key < $1.key } }) { observer(event) }
    }
  }

  private struct Observation: DeviceObservation {
    let devices: EmulatedDevices
    let number: Int

    func cancel() {
      // Whoever is being called is waited for.
      devices.telling.withLock { _ in _ = devices.state.withLock { $0.observers.removeValue(forKey: number) } }
    }
  }

  private struct WeakSource<Source: AnyObject & Sendable>: Sendable {
    weak let source: Source?
    init(_ source: Source) { self.source = source }
  }

  private static func answers(_ id: String, _ name: String, to wish: String) -> Bool {
    !wish.isEmpty && (wish == id || name.lowercased().contains(wish.lowercased()))
  }

  private static func check(_ access: DeviceAccess, _ id: String) throws(DeviceError) {
    guard access == .granted else {
      throw DeviceError(.accessDenied, device: id, message: "The test has taken the right to open it; see setAccess.")
    }
  }

  private static func disconnected(_ id: String) -> DeviceError {
    DeviceError(.disconnected, device: id, message: "The device has been unplugged by the test.")
  }

  private static func busy(_ id: String) -> DeviceError {
    DeviceError(.busy, device: id, message: "Something else has it open and running. Stop that first.")
  }

  private static func notFound(_ name: String) -> DeviceError {
    DeviceError(.notFound, device: name, message: "No emulated device answers to that name. Plug one in.")
  }
}
