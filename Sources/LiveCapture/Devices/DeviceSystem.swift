public import CaptureDevices
import Diagnostics
public import MediaCore
import Synchronization

/// Finds and observes the cameras and microphones of a catalog, and decides whether they may be used.
///
/// Stands for the class methods of `AVCaptureDevice`: discovery, the default device, authorisation. An app creates one
/// for the machine's own devices; a test creates one for a scene, a fixture, or for no devices at all.
public final class DeviceSystem: Sendable {
  private struct State {
    var devices: [CaptureDevice] = []
    var observation: (any DeviceObservation)?
    var awaiting: [MediaType: [@Sendable (Bool) -> Void]] = [:]
  }

  /// A device that has come or gone.
  public enum Event: Sendable {
    /// A new device. Stands for `AVCaptureDeviceWasConnected`.
    case wasConnected(CaptureDevice)
    /// The device has gone, for good. Stands for `AVCaptureDeviceWasDisconnected`.
    case wasDisconnected(CaptureDevice)
    /// The user has answered whether devices of this kind may be used.
    case authorizationDidChange(MediaType, AuthorizationStatus)
  }

  private let catalog: any DeviceCatalog
  private let policy: AuthorizationPolicy
  let profile: CaptureProfile
  private let state = Mutex(State())
  /// Tells sessions before any stream.
  let feed = EventFeed<Event>()

  /// Creates the devices of a catalog, as they are now and as they come and go from now on.
  /// - Throws: `DeviceError` when the devices cannot be listed.
  public init(
    _ catalog: any DeviceCatalog, authorization policy: AuthorizationPolicy = .filePermissions,
    profile: CaptureProfile = CaptureProfile()
  ) throws(DeviceError) {
    self.catalog = catalog
    self.policy = policy
    self.profile = profile
    let devices =
      try catalog.videoDevices().map { CaptureDevice(.video(catalog, $0)) }
      + catalog.audioDevices().map { CaptureDevice(.audio(catalog, $0)) }
    let observation = catalog.observe { [weak self] event in self?.handle(event) }
    state.withLock { state in
      state.devices = devices
      state.observation = observation
    }
  }

  deinit { state.withLock { $0.observation?.cancel() } }

  /// The connected devices, cameras first, in the catalog's order.
  public var devices: [CaptureDevice] { state.withLock { $0.devices } }

  /// Returns the first device of a kind; `nil` when there is none, as in a simulator.
  ///
  /// Stands for `AVCaptureDevice.default(for:)`.
  public func defaultDevice(for mediaType: MediaType) -> CaptureDevice? {
    devices.first { $0.mediaType == mediaType }
  }

  /// Returns the cameras of the given kinds, in the order of `kinds`, those of one kind by position.
  ///
  /// Stands for `AVCaptureDevice.DiscoverySession`.
  public func discover(
    kinds: [VideoDeviceTraits.Kind], position: VideoDeviceTraits.Position = .unspecified
  ) -> [CaptureDevice] {
    let cameras = devices.filter { $0.mediaType == .video }
    return kinds.flatMap { kind in
      cameras.filter { $0.traits.kind == kind && (position == .unspecified || $0.position == position) }
        .sorted { $0.position < $1.position }
    }
  }

  /// The reason why connected and disconnected devices are not reported; `nil` where they are.
  public var observationFailure: DeviceError? {
    let observation = state.withLock { $0.observation }
    return observation?.failure
  }

  /// The devices that come and go from now on. Ends with the system.
  public var events: AsyncStream<Event> { feed.stream }

  /// Returns the user's permission for this program to use devices of a kind.
  /// - Throws: ``CaptureError`` naming `mediaTypeHasAuthorization` for kinds other than video and audio.
  public func authorizationStatus(for mediaType: MediaType) throws(CaptureError) -> AuthorizationStatus {
    guard mediaType == .video || mediaType == .audio else {
      throw CaptureError(
        breaking: .mediaTypeHasAuthorization, context: mediaType.rawValue, "ask for video or audio alone")
    }
    return status(for: mediaType)
  }

  /// Asks the user, once ever; later calls are answered from memory. Calls `answer` once, on any thread; never blocks.
  /// - Throws: ``CaptureError`` as ``authorizationStatus(for:)``.
  public func requestAccess(
    for mediaType: MediaType, answer: @escaping @Sendable (_ isGranted: Bool) -> Void
  ) throws(CaptureError) {
    let status = try authorizationStatus(for: mediaType)
    guard status == .notDetermined, let prompt = policy.prompt else { return answer(status == .authorized) }
    let isFirst = state.withLock { state in
      state.awaiting[mediaType, default: []].append(answer)
      return state.awaiting[mediaType]?.count == 1
    }
    guard isFirst else { return }
    prompt(mediaType) { [weak self] isGranted in self?.decide(isGranted, for: mediaType) }
  }

  /// Asks the user, once ever, and waits for the answer.
  /// - Throws: ``CaptureError`` as ``authorizationStatus(for:)``.
  public func requestAccess(for mediaType: MediaType) async throws(CaptureError) -> Bool {
    _ = try authorizationStatus(for: mediaType)
    return await withCheckedContinuation { continuation in
      // It does not throw again: the kind has been looked at.
      do { try requestAccess(for: mediaType) { continuation.resume(returning: $0) } } catch {
        continuation.resume(returning: false)
      }
    }
  }

  private func status(for mediaType: MediaType) -> AuthorizationStatus {
    if let remembered = policy.store.status(for: mediaType) { return remembered }
    if policy.prompt != nil { return .notDetermined }
    // With devices that are all closed to this user, nothing can be had; without any, nothing stands in the way.
    let all = devices.filter { $0.mediaType == mediaType }
    return all.isEmpty || all.contains { access(to: $0) == .granted } ? .authorized : .denied
  }

  /// Returns the permission that the user and the access rights of the device's file give together.
  func status(of device: CaptureDevice) -> AuthorizationStatus {
    let status = status(for: device.mediaType)
    return status == .authorized && access(to: device) == .denied ? .denied : status
  }

  private func access(to device: CaptureDevice) -> DeviceAccess {
    switch device.opening {
    case .video(let catalog, let video): catalog.access(to: video)
    case .audio(let catalog, let audio): catalog.access(to: audio)
    case .openVideo, .openAudio: .granted
    }
  }

  private func decide(_ isGranted: Bool, for mediaType: MediaType) {
    // A prompt that answers again has been believed already, and nobody waits.
    guard let answers = state.withLock({ $0.awaiting.removeValue(forKey: mediaType) }) else { return }
    let status: AuthorizationStatus = isGranted ? .authorized : .denied
    policy.store.remember(status, for: mediaType)
    feed.tell(.authorizationDidChange(mediaType, status))
    for answer in answers { answer(isGranted) }
  }

  private func handle(_ event: DeviceEvent) {
    switch event {
    case .videoConnected(let device): connect(CaptureDevice(.video(catalog, device)))
    case .audioConnected(let device): connect(CaptureDevice(.audio(catalog, device)))
    case .videoDisconnected(let device): disconnect(device.id, .video)
    case .audioDisconnected(let device): disconnect(device.id, .audio)
    }
  }

  private func connect(_ device: CaptureDevice) {
    state.withLock { state in
      // Cameras stay before microphones.
      let (isCamera, count) = (device.mediaType == .video, state.devices.count)
      state.devices.insert(device, at: isCamera ? state.devices.count { $0.mediaType == .video } : count)
    }
    feed.tell(.wasConnected(device))
  }

  private func disconnect(_ id: String, _ mediaType: MediaType) {
    let gone = state.withLock { state in
      let place = state.devices.firstIndex { $0.uniqueID == id && $0.mediaType == mediaType }
      return place.map { state.devices.remove(at: $0) }
    }
    guard let gone else { return }
    gone.noteDisconnection()
    feed.tell(.wasDisconnected(gone))
  }
}
