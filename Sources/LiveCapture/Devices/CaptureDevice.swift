public import CaptureDevices
import Diagnostics
public import MediaCore
import Synchronization

/// A camera or microphone as an app sees it: its identity, modes, settings and connection.
///
/// An instance whose device went away never comes back; the same device plugged in again is a new instance. Settings
/// are changed between ``lockForConfiguration()`` and ``unlockForConfiguration()``. Stands for `AVCaptureDevice`.
public final class CaptureDevice: Sendable, Hashable {
  /// The source of the device's samples: a device that a session opens in a catalog, or one that is open already.
  enum Opening: Sendable {
    case video(any DeviceCatalog, VideoDevice)
    case audio(any DeviceCatalog, AudioDevice)
    case openVideo(any VideoSource)
    case openAudio(any AudioSource)
  }

  private struct State {
    var isConnected = true
    var lockCount = 0
    var settings: Settings
    var observers: [ObjectIdentifier: Observer] = [:]
    /// The camera as a session has opened it, while that holds it.
    weak var source: (any VideoSource)?
    /// The camera as it was opened to be set, held while the device is locked.
    var held: (any VideoSource)?
  }

  struct Settings: Sendable, Hashable {
    var format: Format?
    var frameDuration: MediaTime?
  }

  /// A change of the device that a session using it has to know of.
  enum Change: Sendable {
    case format
    case frameDuration
  }

  /// Hears of a change that the app has made, and of what was set before; says why it cannot be.
  typealias Observer = @Sendable (Change, _ before: Settings) -> CaptureError?

  /// A name that stays the same when the device is plugged in again.
  public let uniqueID: String
  /// The name for people.
  public let localizedName: String
  /// The kind of samples that it delivers.
  public let mediaType: MediaType
  /// The abilities beyond delivering frames; only cameras have any.
  public let traits: VideoDeviceTraits
  /// The formats that it can be set to, in the driver's order. Empty for microphones.
  public let formats: [Format]
  let opening: Opening
  private let state: Mutex<State>

  init(_ opening: Opening) {
    self.opening = opening
    switch opening {
    case .video(let catalog, let device):
      (uniqueID, localizedName, mediaType) = (device.id, device.name, .video)
      traits = catalog.traits(of: device)
      formats = device.modes.map { Format($0) }
    case .openVideo(let source):
      (uniqueID, localizedName, mediaType) = (source.device.id, source.device.name, .video)
      traits = VideoDeviceTraits(of: source.device, areControlsFixed: source.areControlsFixed)
      formats = [Format(source.mode)]
    case .audio(_, let device):
      (uniqueID, localizedName, mediaType) = (device.id, device.name, .audio)
      (traits, formats) = (VideoDeviceTraits(), [])
    case .openAudio(let source):
      (uniqueID, localizedName, mediaType) = (source.device.id, source.device.name, .audio)
      (traits, formats) = (VideoDeviceTraits(), [])
    }
    state = Mutex(State(settings: Settings(format: formats.first)))
  }

  /// A Boolean value that indicates whether the device is connected. Once an instance is disconnected it stays so.
  public var isConnected: Bool { state.withLock { $0.isConnected } }

  /// The format that the camera is set to; `nil` for microphones.
  public var activeFormat: Format? { settings.format }

  /// The shortest time between frames that is asked for; `nil` is the format's default.
  ///
  /// Stands for `activeVideoMinFrameDuration`.
  public var activeVideoMinFrameDuration: MediaTime? { settings.frameDuration }

  /// A Boolean value that indicates whether the camera has a flash of its own.
  public var hasFlash: Bool { traits.hasFlash }

  /// A Boolean value that indicates whether the camera's own flash can be used now: the camera has one and is
  /// connected.
  public var isFlashAvailable: Bool { hasFlash && isConnected }

  /// The direction in which it looks.
  public var position: VideoDeviceTraits.Position { traits.position }

  /// Indicates whether the device was open already, so that its mode cannot be changed.
  var isFixed: Bool {
    switch opening {
    case .openVideo, .openAudio: true
    case .video, .audio: false
    }
  }

  /// Begins to change settings. Calls nest.
  /// - Throws: ``CaptureError`` with `.deviceFailed` when the device has gone.
  public func lockForConfiguration() throws(CaptureError) {
    let isThere = state.withLock { state in
      if state.isConnected { state.lockCount += 1 }
      return state.isConnected
    }
    guard isThere else { throw CaptureError(gone: self) }
  }

  /// Ends what ``lockForConfiguration()`` began. Harmless without it.
  public func unlockForConfiguration() {
    let released = state.withLock { state in
      state.lockCount = max(0, state.lockCount - 1)
      return state.lockCount == 0 ? state.held.take() : nil
    }
    // A camera that nobody uses is closed here, outside of the lock.
    withExtendedLifetime(released) {}
  }

  /// Sets the camera to one of its formats, with the format's frame duration. The preset of a session that uses it
  /// becomes `inputPriority`; while that session runs, captures under way end.
  /// - Throws: ``CaptureError`` naming `deviceIsLocked` or `deviceOffersValue`, or `.deviceFailed` when a running
  ///   session cannot continue with it; then the camera keeps its former format.
  public func setActiveFormat(_ format: Format) throws(CaptureError) {
    try requireLock("activeFormat")
    guard formats.contains(format) else {
      throw CaptureError(
        breaking: .deviceOffersValue, context: uniqueID,
        "\(format) is none of the device's formats; take one of formats")
    }
    try change(.format) { $0 = Settings(format: format) }
  }

  /// Sets the time between frames; `nil` is the format's default.
  /// - Throws: As ``setActiveFormat(_:)``.
  public func setActiveVideoMinFrameDuration(_ duration: MediaTime?) throws(CaptureError) {
    try requireLock("activeVideoMinFrameDuration")
    if let duration, activeFormat?.frameDurations.contains(duration) != true {
      throw CaptureError(
        breaking: .deviceOffersValue, context: uniqueID,
        "\(duration) is none of the format's frame durations; take one of frameDurations")
    }
    try change(.frameDuration) { $0.frameDuration = duration }
  }

  /// Returns whether both are the same instance.
  public static func == (left: CaptureDevice, right: CaptureDevice) -> Bool { left === right }
  /// Hashes the instance's identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

  /// Notes the format that the session's preset, or the driver, has set the camera to; this is no change by the app.
  func noteFormat(_ format: Format) { settings = Settings(format: format) }

  /// The settings of the device; setting them notifies no observer.
  var settings: Settings {
    get { state.withLock { $0.settings } }
    set { state.withLock { $0.settings = newValue } }
  }

  func noteDisconnection() { state.withLock { $0.isConnected = false } }

  func observe(_ observer: AnyObject, _ handler: Observer?) {
    state.withLock { $0.observers[ObjectIdentifier(observer)] = handler }
  }

  var isLocked: Bool { state.withLock { $0.lockCount > 0 } }

  /// The camera as a session has opened it.
  func noteSource(_ source: any VideoSource) { state.withLock { $0.source = source } }

  /// Returns the camera, open: as a session has it, or opened for as long as the device is locked.
  /// - Throws: `DeviceError` when it cannot be opened.
  func openSource() throws(DeviceError) -> any VideoSource {
    switch opening {
    case .openVideo(let source): return source
    case .video(let catalog, let device):
      if let source = state.withLock({ $0.source ?? $0.held }) { return source }
      guard isConnected else { throw DeviceError.unplugged(self) }
      let source = try catalog.openVideo(device.node ?? device.id, wish: wish(for: .high)).source
      state.withLock { if $0.lockCount > 0 { $0.held = source } }
      return source
    case .audio, .openAudio:
      throw DeviceError(
        .unsupportedControl, context: uniqueID, message: "A microphone has none of a camera's controls.")
    }
  }

  func requireLock(_ what: String) throws(CaptureError) {
    guard isLocked else {
      throw CaptureError(
        breaking: .deviceIsLocked, context: what,
        "call lockForConfiguration before a device is set, and unlock it after")
    }
  }

  /// Changes settings, unless somebody who uses the device cannot go on with it.
  private func change(_ change: Change, _ body: (inout Settings) -> Void) throws(CaptureError) {
    let (before, after, observers) = state.withLock { state in
      let before = state.settings
      body(&state.settings)
      return (before, state.settings, Array(state.observers.values))
    }
    for (index, observer) in observers.enumerated() {
      guard let error = observer(change, before) else { continue }
      settings = before
      // Who has taken it over already takes it back.
      for other in observers[..<index] { _ = other(change, after) }
      throw error
    }
  }
}
