import CaptureDevices
import MediaCore

/// Devices that deliver nothing although they should, and what becomes of them.
///
/// A driver that hangs often comes to itself again; where it does not, starting the stream anew mostly helps. So a device
/// that has stalled is left running and watched, and is stopped and started now and then, more and more rarely. With the
/// first sample it is used again. What it had delivered before is forgotten, as if it had been plugged in anew.
extension CaptureSession {
  /// A device that has stalled.
  struct StalledDevice {
    let input: DeviceInput
    /// Where a sample shows that it is back.
    let lane: InputLane
    /// How often it has been started anew.
    var rounds = 0
    var restart: (any ScheduledAction)?
  }

  // After so many rounds the time between them grows no more: with the default time-out it is 24 seconds then.
  private static let growingRounds = 3

  // MARK: Looking for stalls

  func scheduleStallCheck() {
    let next = environment.clock.now + configuration.stallTimeout.multiplied(by: 1, over: 4)
    stallCheck = environment.clock.schedule(at: next) { [weak self] in self?.enter { $0.checkForStall() } }
  }

  private func checkForStall() {
    guard case .running = state else { return }
    // By when samples came, not by what times they bear: a clock that was set is no hanging driver.
    let horizon = environment.clock.now - configuration.stallTimeout
    for input in graph.inputs {
      guard let lane = lanes[ObjectIdentifier(input)], lane.lastArrival < horizon else { continue }
      switch lane {
      case .video(let lane): videoFailed(stalled(lane.source.device.node ?? lane.source.device.id), of: input)
      case .audio(let lane): audioFailed(stalled(lane.source.device.pcm), of: input)
      }
    }
    if case .running = state { scheduleStallCheck() }
  }

  private func stalled(_ device: String) -> DeviceError {
    DeviceError(
      .stalled, device: device,
      message: "nothing has come from the device for \(configuration.stallTimeout.seconds) s; it is used again as soon "
        + "as it delivers. If it does not, unplug it and plug it in again")
  }

  // MARK: Waiting for their return

  /// Keeps an eye on a device that has stalled; its lane is closed.
  func awaitReturn(of input: DeviceInput, _ lane: InputLane) {
    forgetStalled(input)
    lane.rest { [weak self] in self?.enter { $0.stalledDeviceReturned(input) } }
    let name = ObjectIdentifier(input)
    stalledDevices[name] = StalledDevice(input: input, lane: lane)
    scheduleRestart(of: name)
  }

  private func scheduleRestart(of name: ObjectIdentifier) {
    guard let rounds = stalledDevices[name]?.rounds else { return }
    let pause = configuration.stallTimeout * Int32(1 << min(rounds, Self.growingRounds))
    stalledDevices[name]?.restart = environment.clock.schedule(at: environment.clock.now + pause) { [weak self] in
      self?.enter { $0.restartStalled(name) }
    }
  }

  private func restartStalled(_ name: ObjectIdentifier) {
    guard let lane = stalledDevices[name]?.lane else { return }
    stalledDevices[name]?.rounds += 1
    // Whoever has interrupted the session for a reason of his own does not want cameras to run.
    if interruptions.allSatisfy({ $0 == .videoDeviceWasLost }) { lane.restart() }
    scheduleRestart(of: name)
  }

  private func stalledDeviceReturned(_ input: DeviceInput) {
    let name = ObjectIdentifier(input)
    guard let device = stalledDevices.removeValue(forKey: name) else { return }
    device.restart?.cancel()
    let isWanted = graph.contains(input) && interruptions.allSatisfy { $0 == .videoDeviceWasLost }
    // One that has been set differently meanwhile is opened anew.
    guard isWanted, device.lane.isUpToDate(for: input) else {
      device.lane.stop()
      return takeUpAgain(input)
    }
    switch device.lane {
    case .video(let lane): lane.wake(meter: makePressureMeter(of: lane.source, for: input))
    case .audio(let lane): lane.wake()
    }
    lanes[name] = device.lane
    takeUpAgain(input)
  }

  /// Uses a device again that delivers again.
  private func takeUpAgain(_ input: DeviceInput) {
    switch state {
    case .running where graph.contains(input): resume(input)
    case .interrupted where graph.contains(input) && input.device.mediaType == .video:
      endInterruption(.videoDeviceWasLost)
    default: lanes.removeValue(forKey: ObjectIdentifier(input))?.stop()
    }
  }

  /// Waits for a device no more: it is stopped.
  func forgetStalled(_ input: DeviceInput) {
    guard let device = stalledDevices.removeValue(forKey: ObjectIdentifier(input)) else { return }
    device.restart?.cancel()
    device.lane.stop()
    device.lane.close()
  }

  /// Waits for no device any more.
  func forgetStalled() {
    for device in stalledDevices.values { forgetStalled(device.input) }
  }

  /// The session is interrupted: microphones are started together with the camera. Cameras are waited for, but do not run
  /// while somebody does not want them to.
  func restStalled(for reason: InterruptionReason) {
    for device in stalledDevices.values {
      if device.input.device.mediaType == .audio {
        forgetStalled(device.input)
      } else if reason != .videoDeviceWasLost {
        device.lane.stop()
      }
    }
  }

  /// Nothing but lost cameras keeps the session from running: they are tried at once.
  func hurryStalled() {
    for (name, device) in stalledDevices {
      device.restart?.cancel()
      stalledDevices[name]?.rounds = 0
      restartStalled(name)
    }
  }
}
