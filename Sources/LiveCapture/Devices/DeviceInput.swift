public import CaptureDevices
import MediaCore
import Synchronization

/// A device on its way into a session.
///
/// Stands for `AVCaptureDeviceInput` and its one port.
public final class DeviceInput: Sendable {
  private struct State {
    var device: CaptureDevice
    var isEnabled = true
    var isMuted = false
    var observers: [ObjectIdentifier: @Sendable (DeviceInput) -> Void] = [:]
  }

  let system: DeviceSystem?
  private let state: Mutex<State>

  /// Creates an input from a device of a system. Before the user has been asked, this asks.
  /// - Throws: ``CaptureError`` with `.notAuthorized` when the user may not use the device (see
  ///   ``CaptureProfile/deniedInput``), or `.deviceFailed` when it has gone.
  public init(_ device: CaptureDevice, of system: DeviceSystem) throws(CaptureError) {
    self.system = system
    state = Mutex(State(device: device))
    guard device.isConnected else { throw CaptureError(gone: device) }
    let status = system.status(of: device)
    state.withLock { $0.isMuted = status != .authorized }
    switch status {
    case .authorized: break
    case .notDetermined: try system.requestAccess(for: device.mediaType) { _ in }
    case .denied, .restricted:
      guard system.profile.deniedInput == .fails else { return }
      throw CaptureError(
        .notAuthorized, context: device.uniqueID,
        message: "this user may not use the device; allow it, or join the group that the device's file belongs to")
    }
  }

  /// Creates an input from a camera that is already open; the camera keeps its mode.
  public init(_ source: any VideoSource) {
    system = nil
    state = Mutex(State(device: CaptureDevice(.openVideo(source))))
  }

  /// Creates an input from a microphone that is already open; the microphone keeps its format.
  public init(_ source: any AudioSource) {
    system = nil
    state = Mutex(State(device: CaptureDevice(.openAudio(source))))
  }

  /// The device. A session that waits for a device to come back puts the new instance here.
  public var device: CaptureDevice { state.withLock { $0.device } }

  /// A Boolean value that indicates whether the input's samples are delivered, from the next one on. Switching it off
  /// ends recordings as ``CaptureConnection/isEnabled`` does, and fails waiting stills.
  ///
  /// Stands for `AVCaptureInput.Port.isEnabled`.
  public var isEnabled: Bool {
    get { state.withLock { $0.isEnabled } }
    set {
      let observers = state.withLock { state in
        defer { state.isEnabled = newValue }
        return state.isEnabled == newValue ? [] : Array(state.observers.values)
      }
      for observer in observers { observer(self) }
    }
  }

  /// Calls `handler` when the app has switched the input; `nil` calls nobody.
  func observe(_ observer: AnyObject, _ handler: (@Sendable (DeviceInput) -> Void)?) {
    state.withLock { $0.observers[ObjectIdentifier(observer)] = handler }
  }

  /// The treatment of the input's samples: whether they are delivered, and whether black pictures and silence take
  /// their place because the user has not allowed the device.
  var reception: (isEnabled: Bool, isMuted: Bool) { state.withLock { ($0.isEnabled, $0.isMuted) } }

  func updateAuthorization() {
    guard let system else { return }
    let isMuted = system.status(of: device) != .authorized
    state.withLock { $0.isMuted = isMuted }
  }

  /// Another instance of the device takes its place, set to the same format if it has that.
  func replaceDevice(with device: CaptureDevice) {
    if let format = self.device.activeFormat, device.formats.contains(format) { device.noteFormat(format) }
    state.withLock { $0.device = device }
    updateAuthorization()
  }
}
