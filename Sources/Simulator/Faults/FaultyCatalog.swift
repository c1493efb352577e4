public import CaptureDevices
import MediaCore
import Synchronization

/// The devices of another catalog, under names of one's own, that can be unplugged, plugged in again and made to fail.
///
/// One device of the other catalog may stand here as several: two cameras that film one scene. What comes and goes there,
/// as in a recording, does so here, too. Orders take effect at
/// once, on the caller's thread; observers hear of what comes and goes before the order returns.
public final class FaultyCatalog: DeviceCatalog {
  /// A camera, and what it is made of.
  public struct Camera: Sendable {
    /// Who it is, for those who look; its identifier is what orders name it by.
    public var device: VideoDevice
    /// Its name in the other catalog.
    public let original: String

    /// A camera made of another one.
    public init(_ device: VideoDevice, madeOf original: String) {
      self.device = device
      self.original = original
    }
  }

  /// A microphone, and what it is made of.
  public struct Microphone: Sendable {
    /// Who it is, for those who look; its identifier is what orders name it by.
    public var device: AudioDevice
    /// Its name in the other catalog.
    public let original: String
    /// What is wished of it; what a session wishes comes first.
    public let wish: AudioWish

    /// A microphone made of another one.
    public init(_ device: AudioDevice, madeOf original: String, wish: AudioWish = AudioWish()) {
      self.device = device
      self.original = original
      self.wish = wish
    }
  }

  private struct Slot<Part: Sendable, Source: Sendable>: Sendable {
    var part: Part
    /// Whether it has not been unplugged by order.
    var isPluggedIn = true
    /// Whether that which it is made of is there.
    var isOriginalThere = true
    var isPresent: Bool { isPluggedIn && isOriginalThere }
    var isBusy = false
    var access = DeviceAccess.granted
    var source: Source?
  }

  private struct State {
    var cameras: [Slot<Camera, ScriptedVideoSource>]
    var microphones: [Slot<Microphone, ScriptedAudioSource>]
    var observers: [Int: @Sendable (DeviceEvent) -> Void] = [:]
    var next = 0
  }

  private let catalog: any DeviceCatalog
  private let state: Mutex<State>
  private let originals = Mutex<(any DeviceObservation)?>(nil)

  /// Devices made of those of `catalog`.
  public init(cameras: [Camera], microphones: [Microphone], of catalog: any DeviceCatalog) {
    self.catalog = catalog
    state = Mutex(
      State(cameras: cameras.map { Slot(part: $0) }, microphones: microphones.map { Slot(part: $0) }))
    let observation = catalog.observe { [weak self] in self?.follow($0) }
    originals.withLock { $0 = observation }
  }

  deinit { originals.withLock { $0 }?.cancel() }

  /// All the devices of `catalog`, under their own names.
  /// - Throws: `DeviceError` when they cannot be listed.
  public convenience init(_ catalog: any DeviceCatalog) throws(DeviceError) {
    self.init(
      cameras: try catalog.videoDevices().map { Camera($0, madeOf: $0.node ?? $0.id) },
      microphones: try catalog.audioDevices().map { Microphone($0, madeOf: $0.pcm) }, of: catalog)
  }

  // MARK: The role

  /// The cameras that are plugged in.
  public func videoDevices() -> [VideoDevice] {
    state.withLock { $0.cameras.filter(\.isPresent).map(\.part.device) }
  }

  /// The microphones that are plugged in.
  public func audioDevices() -> [AudioDevice] {
    state.withLock { $0.microphones.filter(\.isPresent).map(\.part.device) }
  }

  /// Opens a camera by identifier, node or name.
  /// - Throws: `DeviceError` with `.notFound` for one that is not plugged in, `.accessDenied`, `.busy`, or what the other
  ///   catalog throws.
  public func openVideo(
    _ name: String, wish: VideoWish
  ) throws(DeviceError) -> (source: any VideoSource, reason: String) {
    let slot = state.withLock { state in
      state.cameras.first { slot in
        let device = slot.part.device
        return slot.isPresent && (device.node == name || device.id == name || device.name == name)
      }
    }
    guard let slot else { throw Self.missing(name) }
    if slot.access == .denied { throw Self.closed(name) }
    if slot.isBusy { throw Self.busy(name) }
    let opened: (source: any VideoSource, reason: String)
    do { opened = try catalog.openVideo(slot.part.original, wish: wish) } catch {
      throw error.renamed(slot.part.device.id)
    }
    let source = ScriptedVideoSource(opened.source, as: slot.part.device)
    // Drivers keep what is set when a camera is closed; what is opened of the other catalog may begin anew.
    slot.source?.isOpenedAgain(as: source)
    changeCamera(slot.part.device.id) { $0.source = source }
    return (source, opened.reason)
  }

  /// Opens a microphone by identifier, PCM or name.
  /// - Throws: `DeviceError` with `.notFound` for one that is not plugged in, `.accessDenied`, `.busy`, or what the other
  ///   catalog throws.
  public func openAudio(_ name: String, wish: AudioWish) throws(DeviceError) -> any AudioSource {
    let slot = state.withLock { state in
      state.microphones.first { slot in
        let device = slot.part.device
        return slot.isPresent && (device.pcm == name || device.id == name || device.name == name)
      }
    }
    guard let slot else { throw Self.missing(name) }
    if slot.access == .denied { throw Self.closed(name) }
    if slot.isBusy { throw Self.busy(name) }
    let wish = AudioWish(
      sampleRate: wish.sampleRate ?? slot.part.wish.sampleRate,
      channelCount: wish.channelCount ?? slot.part.wish.channelCount)
    let opened: any AudioSource
    do { opened = try catalog.openAudio(slot.part.original, wish: wish) } catch {
      throw error.renamed(slot.part.device.id)
    }
    let source = ScriptedAudioSource(opened, as: slot.part.device)
    changeMicrophone(slot.part.device.id) { $0.source = source }
    return source
  }

  /// Calls `handler` with every device that is unplugged or plugged in from now on.
  public func observe(_ handler: @escaping @Sendable (DeviceEvent) -> Void) -> any DeviceObservation {
    let number = state.withLock { state in
      state.next += 1
      state.observers[state.next] = handler
      return state.next
    }
    return Observation(catalog: self, number: number)
  }

  /// As ``setAccess(_:_:)`` has it.
  public func access(to device: VideoDevice) -> DeviceAccess {
    state.withLock { state in state.cameras.first { $0.part.device.id == device.id }?.access ?? .granted }
  }

  /// As ``setAccess(_:_:)`` has it.
  public func access(to device: AudioDevice) -> DeviceAccess {
    state.withLock { state in state.microphones.first { $0.part.device.id == device.id }?.access ?? .granted }
  }

  /// What the other catalog says of the camera that it is made of, where that follows from the same controls.
  public func traits(of device: VideoDevice) -> VideoDeviceTraits {
    let original = state.withLock { state in state.cameras.first { $0.part.device.id == device.id }?.part.original }
    let found = (try? catalog.videoDevices())?.first { $0.node == original || $0.id == original }
    guard let found, found.controls == device.controls else { return VideoDeviceTraits(of: device) }
    var traits = catalog.traits(of: found)
    traits.kind = VideoDeviceTraits(of: device).kind
    return traits
  }

  private struct Observation: DeviceObservation {
    weak let catalog: FaultyCatalog?
    let number: Int

    func cancel() { _ = catalog?.state.withLock { $0.observers.removeValue(forKey: number) } }
  }

  // MARK: Orders

  /// The camera of an identifier as it was opened last; `nil` if it has not been.
  public func camera(_ id: String) -> ScriptedVideoSource? {
    state.withLock { state in state.cameras.first { $0.part.device.id == id }?.source }
  }

  /// The microphone of an identifier as it was opened last; `nil` if it has not been.
  public func microphone(_ id: String) -> ScriptedAudioSource? {
    state.withLock { state in state.microphones.first { $0.part.device.id == id }?.source }
  }

  /// Unplugs cameras and microphones of an identifier: streams end, and observers hear of it. Harmless for what is not
  /// plugged in.
  public func unplug(_ id: String) {
    if let slot = changeCamera(id, { $0.isPluggedIn = false }), slot.isPresent {
      slot.source?.fail(Self.unplugged(id))
      tell(.videoDisconnected(slot.part.device))
    }
    if let slot = changeMicrophone(id, { $0.isPluggedIn = false }), slot.isPresent {
      slot.source?.fail(Self.unplugged(id))
      tell(.audioDisconnected(slot.part.device))
    }
  }

  /// Plugs cameras and microphones of an identifier in again, a camera perhaps under another node, with another name.
  /// They are new devices: what was ordered of the old ones is forgotten. Harmless for what is plugged in.
  public func replug(_ id: String, node: String? = nil, name: String? = nil) {
    let camera = changeCamera(id) { slot in
      if slot.isPluggedIn { return }
      slot.isPluggedIn = true
      slot.source = nil
      slot.part.device = slot.part.device.renamed(name, node: node)
    }
    if let camera, !camera.isPluggedIn, camera.isOriginalThere {
      tell(.videoConnected(camera.part.device.renamed(name, node: node)))
    }
    let microphone = changeMicrophone(id) { slot in
      if slot.isPluggedIn { return }
      slot.isPluggedIn = true
      slot.source = nil
    }
    if let microphone, !microphone.isPluggedIn, microphone.isOriginalThere {
      tell(.audioConnected(microphone.part.device))
    }
  }

  /// Something has come or gone that devices here are made of. The streams of what has gone end by themselves.
  private func follow(_ event: DeviceEvent) {
    let events: [DeviceEvent] = state.withLock { state in
      switch event {
      case .videoConnected(let device):
        Self.follow(in: &state.cameras, true, { [device.id, device.node].contains($0.original) }).map {
          .videoConnected($0.device)
        }
      case .videoDisconnected(let device):
        Self.follow(in: &state.cameras, false, { [device.id, device.node].contains($0.original) }).map {
          .videoDisconnected($0.device)
        }
      case .audioConnected(let device):
        Self.follow(in: &state.microphones, true, { [device.id, device.pcm].contains($0.original) }).map {
          .audioConnected($0.device)
        }
      case .audioDisconnected(let device):
        Self.follow(in: &state.microphones, false, { [device.id, device.pcm].contains($0.original) }).map {
          .audioDisconnected($0.device)
        }
      }
    }
    for event in events { tell(event) }
  }

  /// Notes that the originals of some devices are there, or are not; gives those that have come or gone by that.
  private static func follow<Part, Source>(
    in slots: inout [Slot<Part, Source>], _ isThere: Bool, _ isMade: (Part) -> Bool
  ) -> [Part] {
    var changed: [Part] = []
    for place in slots.indices where isMade(slots[place].part) && slots[place].isOriginalThere != isThere {
      slots[place].isOriginalThere = isThere
      if isThere { slots[place].source = nil }
      if slots[place].isPluggedIn { changed.append(slots[place].part) }
    }
    return changed
  }

  /// Lets another program have devices of an identifier, so that they cannot be opened, or takes them back. A stream that
  /// runs goes on.
  public func setBusy(_ isBusy: Bool, _ id: String) {
    changeCamera(id) { $0.isBusy = isBusy }
    changeMicrophone(id) { $0.isBusy = isBusy }
  }

  /// Gives or takes this user's right to open devices of an identifier. A stream that runs goes on.
  public func setAccess(_ access: DeviceAccess, _ id: String) {
    changeCamera(id) { $0.access = access }
    changeMicrophone(id) { $0.access = access }
  }

  /// Changes a camera; returns what it was before.
  @discardableResult
  private func changeCamera(
    _ id: String, _ body: (inout Slot<Camera, ScriptedVideoSource>) -> Void
  ) -> Slot<Camera, ScriptedVideoSource>? {
    state.withLock { state in
      guard let place = state.cameras.firstIndex(where: { $0.part.device.id == id }) else { return nil }
      let before = state.cameras[place]
      body(&state.cameras[place])
      return before
    }
  }

  /// Changes a microphone; returns what it was before.
  @discardableResult
  private func changeMicrophone(
    _ id: String, _ body: (inout Slot<Microphone, ScriptedAudioSource>) -> Void
  ) -> Slot<Microphone, ScriptedAudioSource>? {
    state.withLock { state in
      guard let place = state.microphones.firstIndex(where: { $0.part.device.id == id }) else { return nil }
      let before = state.microphones[place]
      body(&state.microphones[place])
      return before
    }
  }

  private func tell(_ event: DeviceEvent) {
    let observers = state.withLock { state in state.observers.sorted { $0.key < $1.key }.map(\.value) }
    for observer in observers { observer(event) }
  }

  private static func unplugged(_ id: String) -> DeviceError {
    DeviceError(.disconnected, device: id, message: "The device has been unplugged. Plug it in again.")
  }

  private static func missing(_ name: String) -> DeviceError {
    DeviceError(.notFound, device: name, message: "No device of that name is plugged in. Plug it in first.")
  }

  private static func closed(_ name: String) -> DeviceError {
    DeviceError(
      .accessDenied, device: name,
      message: "This user may not open the device. Join the group that its file belongs to.")
  }

  private static func busy(_ name: String) -> DeviceError {
    DeviceError(.busy, device: name, message: "Another program is using the device. Close that program.")
  }
}

extension VideoDevice {
  /// The same camera under another name, at another node.
  fileprivate func renamed(_ name: String?, node: String?) -> VideoDevice {
    VideoDevice(
      id: id, name: name ?? self.name, node: node ?? self.node, identity: identity, driver: driver, modes: modes,
      controls: controls)
  }
}

extension DeviceError {
  /// The same of a device that stands here for the one that failed: users know it by this name.
  func renamed(_ device: String) -> DeviceError {
    DeviceError(code, device: device, operation: operation, errno: errno, message: message)
  }
}
