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
  }

  let system: DeviceSystem?
  private let state: Mutex<State>

  /// An input from a device of a system. Before the user has been asked, this asks.
  /// - Throws: ``CaptureError`` with `.notAuthorized` when the user may not use the device (see
  ///   ``CaptureProfile/deniedInput``), or `.deviceFailed` when it has gone.
  public init(_ device: CaptureDevice, of system: DeviceSystem) throws(CaptureError) {
    self.system = system
    state = Mutex(State(device: device))
    guard device.isConnected else {
      throw CaptureError(
        device: DeviceError(
          .disconnected, device: device.uniqueID,
          message: "The device has gone. One that is plugged in again is a new device."))
    }
    switch system.status(of: device) {
    case .authorized: break
    case .notDetermined: try system.requestAccess(for: device.mediaType) { _ in }
    case .denied, .restricted:
      guard system.profile.deniedInput == .fails else { return }
      throw CaptureError(
        .notAuthorized, context: device.uniqueID,
        message: "this user may not use the device; allow it, or join the group that the device's file belongs to")
    }
  }

  /// An input from a camera that is open already and keeps its mode.
  public init(_ source: any VideoSource) {
    system = nil
    state = Mutex(State(device: CaptureDevice(.openVideo(source))))
  }

  /// An input from a microphone that is open already and keeps its format.
  public init(_ source: any AudioSource) {
    system = nil
    state = Mutex(State(device: CaptureDevice(.openAudio(source))))
  }

  /// The device. A session that waits for a device to come back puts the new instance here.
  public var device: CaptureDevice { state.withLock { $0.device } }

  /// Whether its samples go anywhere. Takes effect with the next one.
  ///
  /// Stands for `AVCaptureInput.Port.isEnabled`.
  public var isEnabled: Bool {
    get { state.withLock { $0.isEnabled } }
    set { state.withLock { $0.isEnabled = newValue } }
  }

  /// Whether the user has allowed it; until then black pictures and silence take the place of its samples.
  var isAuthorized: Bool { system.map { $0.status(of: device) == .authorized } ?? true }

  func replaceDevice(with device: CaptureDevice) { state.withLock { $0.device = device } }
}
