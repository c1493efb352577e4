import CaptureDevices
import Glibc
import MediaCore

/// An input that should deliver, and why it does not.
struct LostInput {
  let input: DeviceInput
  let error: CaptureError
}

/// Devices that should deliver and cannot be had: unplugged, or in use by another program.
///
/// They are away, and the rest runs without them. One that is plugged in is told by its system; one that is in use is
/// tried now and then, more and more rarely. A session all of whose cameras are away is interrupted, and goes on by
/// itself.
extension CaptureSession {
  /// A device that the app has been told to be away.
  struct AwayDevice {
    let input: DeviceInput
    /// How often it has been tried.
    var rounds = 0
    var retry: (any ScheduledAction)?
  }

  // As with devices that have stalled.
  private static let growingRounds = 3

  // MARK: Going

  /// A device is away, and the app is told; one that is in use is tried now and then.
  func noteAway(_ input: DeviceInput, _ error: DeviceError) {
    let name = ObjectIdentifier(input)
    if awayDevices[name] == nil { awayDevices[name] = AwayDevice(input: input) }
    if error.code == .busy || error.code == .notFound, awayDevices[name]?.retry == nil { scheduleRetry(of: name) }
  }

  /// No camera is left.
  func beginInterruption(without error: DeviceError) {
    isInterruptedByBusyCamera = error.code == .busy && !interruptions.contains(.videoDeviceInUseByAnotherClient)
    beginInterruption(
      error.code == .busy ? .videoDeviceInUseByAnotherClient : .videoDeviceWasLost,
      failing: CaptureError(device: error, profile: environment.profile))
  }

  /// Inputs have not started: tells of those that are newly away, and interrupts a session that is left without a camera.
  func tellLost(_ lost: [LostInput]) {
    for lost in lost {
      let isNews = awayDevices[ObjectIdentifier(lost.input)] == nil
      guard let error = lost.error.underlying as? DeviceError else { continue }
      noteAway(lost.input, error)
      guard isNews else { continue }
      let now = environment.clock.now
      emit(lost.input.device.mediaType == .video ? .videoDidFail(error, at: now) : .audioDidFail(error, at: now))
    }
    let reasons = lost.filter { $0.input.device.mediaType == .video }.compactMap { $0.error.underlying as? DeviceError }
    guard firstLane(of: .video) == nil, let reason = reasons.first else { return }
    beginInterruption(without: reason)
  }

  /// Why a session cannot run with what has started: it has cameras, and all of them are away.
  func whyNothingRuns(without lost: [LostInput]) -> CaptureError? {
    guard firstLane(of: .video) == nil else { return nil }
    return lost.first { $0.input.device.mediaType == .video }?.error
  }

  /// Waits for a device no more.
  func forgetAway(_ input: DeviceInput) {
    awayDevices.removeValue(forKey: ObjectIdentifier(input))?.retry?.cancel()
  }

  /// Waits for no device any more.
  func forgetAway() {
    for device in awayDevices.values { device.retry?.cancel() }
    awayDevices = [:]
  }

  // MARK: Coming back

  private func scheduleRetry(of name: ObjectIdentifier) {
    // The system of one that is unplugged tells when it is plugged in again.
    guard let away = awayDevices[name], away.input.device.isConnected || away.input.device.isFixed else { return }
    let pause = configuration.stallTimeout * Int32(1 << min(away.rounds, Self.growingRounds))
    awayDevices[name]?.retry = environment.clock.schedule(at: environment.clock.now + pause) { [weak self] in
      self?.enter { $0.retry(name) }
    }
  }

  private func retry(_ name: ObjectIdentifier) {
    guard let away = awayDevices[name] else { return }
    awayDevices[name]?.retry = nil
    awayDevices[name]?.rounds += 1
    // Whoever has interrupted the session for a reason of his own does not want devices to run, and a microphone is
    // started together with the camera.
    let isWanted = interruptions.allSatisfy { reason in
      reason == .videoDeviceWasLost || reason == .videoDeviceInUseByAnotherClient && isInterruptedByBusyCamera
    }
    guard isWanted, isRunning || away.input.device.mediaType == .video else { return scheduleRetry(of: name) }
    do throws(CaptureError) { try startLane(of: away.input) } catch { return scheduleRetry(of: name) }
    if isRunning { lanesDidChange() } else { cameraIsBack() }
  }

  /// A camera of an interrupted session is there again.
  func cameraIsBack() {
    if isInterruptedByBusyCamera { endInterruption(.videoDeviceInUseByAnotherClient) }
    endInterruption(.videoDeviceWasLost)
  }
}

extension CaptureError {
  /// Whether a device is not there, or another program has it: nothing that the app has done wrong, and nothing that lasts.
  var isAbsence: Bool {
    guard let error = underlying as? DeviceError else { return false }
    switch error.code {
    case .disconnected, .notFound: return true
    case .busy: return !isLackOfRoom
    default: return false
    }
  }

  /// Whether the bus has no room for what another device takes of it.
  var isLackOfRoom: Bool { (underlying as? DeviceError)?.errno == ENOSPC }
}
