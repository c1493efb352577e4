public import CaptureDevices
public import MediaCore
import Synchronization

/// A catalog of simulated devices that can be plugged in, unplugged and made to fail.
///
/// ```
/// let world = SimulatedWorld(clock: clock, cameras: [.back(), .front()], microphones: [SimulatedMicrophone()])
/// let system = try DeviceSystem(world)
/// …
/// world.unplug("back")
/// world.replug("back")
/// world.camera("back")?.spoil(.drop, 3)
/// ```
/// Cameras and microphones record one ``Scene``, which begins when the world is created, or are based on devices of
/// another catalog: a ``SceneCatalog``, a fixture, a movie. Several devices may be based on one device of the other
/// catalog, such as two cameras that film one scene. Devices that are connected or disconnected there are so here, too.
///
/// As with real devices, only one stream of a device runs at a time. Orders take effect at once, on the caller's
/// thread; observers are notified of connected and disconnected devices before the order returns. Orders name devices
/// by their identifiers.
public final class SimulatedWorld: DeviceCatalog {
  struct State {
    var cameras: [SimulatedSlot<SimulatedCamera>]
    var microphones: [SimulatedSlot<SimulatedMicrophone>]
    var observers: [Int: @Sendable (DeviceEvent) -> Void] = [:]
    var nextObserver = 0
  }

  /// The scene of the devices that are not based on another catalog's.
  public let scene: Scene
  let clock: any MediaClock
  private let origin: any DeviceCatalog
  private let pictures: (any PictureConverting)?
  let state: Mutex<State>
  /// Held while observers are called: they are called one at a time.
  private let telling = Mutex(())
  private let following = Mutex<(any DeviceObservation)?>(nil)

  /// Creates a world with these devices. Without any it is what an app sees that has no device at all.
  ///
  /// Devices that are made of others are made of those of `origin`, by default of the scene's. `pictures` codes frames
  /// of the scene in other formats than YU12, as for a ``SceneCatalog``.
  public init(
    clock: any MediaClock, scene settings: SceneSettings = SceneSettings(), cameras: [SimulatedCamera] = [],
    microphones: [SimulatedMicrophone] = [], of origin: (any DeviceCatalog)? = nil,
    pictures: (any PictureConverting)? = nil
  ) {
    self.clock = clock
    self.pictures = pictures
    scene = Scene(epoch: clock.now, settings: settings)
    self.origin = origin ?? SceneCatalog(clock: clock, scene: scene, pictures: pictures)
    state = Mutex(
      State(cameras: cameras.map { .init($0, clock) }, microphones: microphones.map { .init($0, clock) }))
    let observation = origin?.observe { [weak self] in self?.follow($0) }
    following.withLock { $0 = observation }
  }

  deinit { following.withLock { $0 }?.cancel() }

  /// Creates a world of all the devices of a catalog, under their own names.
  /// - Throws: `DeviceError` when they cannot be listed.
  public convenience init(clock: any MediaClock, of origin: any DeviceCatalog) throws(DeviceError) {
    self.init(
      clock: clock, cameras: try origin.videoDevices().map { SimulatedCamera($0, madeOf: $0.node ?? $0.id) },
      microphones: try origin.audioDevices().map { SimulatedMicrophone($0, madeOf: $0.pcm) }, of: origin)
  }

  // MARK: As a catalog

  /// Returns the cameras that are plugged in.
  public func videoDevices() -> [VideoDevice] {
    state.withLock { $0.cameras.filter(\.isPresent).map(\.device.device) }
  }

  /// Returns the microphones that are plugged in.
  public func audioDevices() -> [AudioDevice] {
    state.withLock { $0.microphones.filter(\.isPresent).map(\.device.device) }
  }

  /// Opens a camera by its node, its identifier, or a part of its name.
  /// - Throws: `DeviceError` with `.notFound` for one that is not plugged in, `.accessDenied`, `.busy`,
  ///   `.unsupportedMode`, or what the other catalog throws.
  public func openVideo(
    _ name: String, wish: VideoWish
  ) throws(DeviceError) -> (source: any VideoSource, reason: String) {
    let slot = try slot(SimulatedCamera.self, name)
    let device = slot.device.device
    let source: FaultyCamera
    let reason: String
    if let original = slot.device.original {
      let opened: (source: any VideoSource, reason: String)
      do { opened = try origin.openVideo(original, wish: wish) } catch { throw error.renamed(device.id) }
      slot.memory.isOpened(as: opened.source)
      source = FaultyCamera(opened.source, device: device, memory: slot.memory, deliveries: slot.deliveries)
      reason = opened.reason
    } else {
      let choice = try ModeNegotiator(device: device.id, capabilities: device.modes).choose(wish)
      let capability = choice.capability
      let mode = VideoMode(
        format: VideoFormat(pixelFormat: capability.pixelFormat, width: capability.width, height: capability.height),
        frameInterval: choice.frameInterval ?? MediaTime(value: 1, timescale: 30))
      let film = try SceneVideoSource(
        device: device, mode: mode, scene: scene, clock: clock, pictures: pictures,
        controls: slot.controls ?? SimulatedControls(of: device), isMadeUp: true)
      (source, reason) = (FaultyCamera(film, device: device, deliveries: slot.deliveries), choice.reason)
    }
    try hand(out: source, of: device.id, SimulatedCamera.self)
    return (source, reason)
  }

  /// Opens a microphone by its PCM, its identifier, or a part of its name.
  /// - Throws: `DeviceError` with `.notFound` for one that is not plugged in, `.accessDenied`, `.busy`,
  ///   `.unsupportedMode`, or what the other catalog throws.
  public func openAudio(_ name: String, wish: AudioWish) throws(DeviceError) -> any AudioSource {
    let slot = try slot(SimulatedMicrophone.self, name)
    let microphone = slot.device
    let original: any AudioSource
    if let name = microphone.original {
      let wish = AudioWish(
        sampleRate: wish.sampleRate ?? microphone.wish.sampleRate,
        channelCount: wish.channelCount ?? microphone.wish.channelCount)
      do { original = try origin.openAudio(name, wish: wish) } catch { throw error.renamed(microphone.id) }
    } else {
      let format = microphone.formats.first {
        wish.sampleRate ?? $0.sampleRate == $0.sampleRate && wish.channelCount ?? $0.channelCount == $0.channelCount
      }
      guard let format else {
        throw DeviceError(
          .unsupportedMode, context: microphone.id,
          message: "It offers \(microphone.formats.map(\.description).joined(separator: ", ")). Ask for one of these.")
      }
      original = SceneAudioSource(device: microphone.device, format: format, scene: scene, clock: clock)
    }
    let source = FaultyMicrophone(original, device: microphone.device, deliveries: slot.deliveries)
    try hand(out: source, of: microphone.id, SimulatedMicrophone.self)
    return source
  }

  /// Calls `handler` with every device that is unplugged or plugged in from now on, on the thread that does it.
  public func observe(_ handler: @escaping @Sendable (DeviceEvent) -> Void) -> any DeviceObservation {
    let number = state.withLock { state in
      state.nextObserver += 1
      state.observers[state.nextObserver] = handler
      return state.nextObserver
    }
    return Observation(world: self, number: number)
  }

  /// Returns whether a camera may be opened; see ``setAccess(_:_:)``.
  public func access(to device: VideoDevice) -> DeviceAccess {
    slot(of: device.id, SimulatedCamera.self)?.device.access ?? .granted
  }

  /// Returns whether a microphone may be opened; see ``setAccess(_:_:)``.
  public func access(to device: AudioDevice) -> DeviceAccess {
    slot(of: device.id, SimulatedMicrophone.self)?.device.access ?? .granted
  }

  /// Returns the traits that the simulated camera was created with. For a camera that is made of another one, returns
  /// the traits of that one, if they follow from the same controls.
  public func traits(of device: VideoDevice) -> VideoDeviceTraits {
    guard let camera = slot(of: device.id, SimulatedCamera.self)?.device else {
      return VideoDeviceTraits(of: device)
    }
    guard let original = camera.original else { return camera.traits }
    // A catalog that cannot be listed says nothing of its cameras.
    let found = (try? origin.videoDevices())?.first { $0.node == original || $0.id == original }
    guard let found, found.controls == device.controls else { return VideoDeviceTraits(of: device) }
    var traits = origin.traits(of: found)
    traits.kind = VideoDeviceTraits(of: device).kind
    return traits
  }

  // MARK: Both kinds of devices

  /// Returns the place of a device that may be opened.
  private func slot<Device: SimulatedDevice>(_ kind: Device.Type, _ name: String) throws(DeviceError) -> SimulatedSlot<
    Device
  > {
    let found = state.withLock { state in
      let present = state[keyPath: Device.slots].filter(\.isPresent)
      return present.first { $0.device.place == name } ?? present.first { $0.device.id == name }
        ?? present.first { $0.device.name.answers(to: name) }
    }
    guard let found else {
      throw DeviceError(.notFound, context: name, message: "No device of that name is plugged in. Plug it in first.")
    }
    if found.device.access == .denied {
      throw DeviceError(
        .accessDenied, context: name,
        message: "This user may not open the device. Join the group that its file belongs to.")
    }
    if found.isBusy { throw Self.busy(name) }
    return found
  }

  /// Notes that a device has been opened, unless it is in use.
  private func hand<Device: SimulatedDevice>(
    out source: FaultySource<Device.Faults>, of id: String, _ kind: Device.Type
  ) throws(DeviceError) {
    let isFree = state.withLock { state in
      guard let place = state[keyPath: Device.slots].firstIndex(where: { $0.device.id == id }) else { return true }
      guard state[keyPath: Device.slots][place].source?.isRunning != true else { return false }
      state[keyPath: Device.slots][place].source = source
      return true
    }
    guard isFree else { throw Self.busy(id) }
  }

  private static func busy(_ name: String) -> DeviceError {
    DeviceError(.busy, context: name, message: "Another program is using the device. Close that program.")
  }

  func tell(_ events: [DeviceEvent]) {
    telling.withLock { _ in
      for event in events {
        for (_, observer) in state.withLock({ $0.observers.sorted { $0.key < $1.key } }) { observer(event) }
      }
    }
  }

  private struct Observation: DeviceObservation {
    weak let world: SimulatedWorld?
    let number: Int

    func cancel() {
      // Whoever is being called is waited for.
      world?.telling.withLock { _ in _ = world?.state.withLock { $0.observers.removeValue(forKey: number) } }
    }
  }
}
