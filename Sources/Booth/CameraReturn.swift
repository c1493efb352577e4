import CaptureDevices
import LiveCapture
import MediaCore
import Station
import Synchronization

/// Puts a camera that was unplugged back into its session when it is plugged in again: to its catalog that is another
/// device, and the session would wait for the old one.
final class CameraReturn: Sendable {
  //            lose()               connected, exchanged, find()
  //   present ────────▶ lost ─────────────────────────────────────▶ present
  //                      └─ openVideo or exchange fails: once more after a pause
  //   any phase ── end() ──▶ ended
  private enum Phase {
    /// The session has its camera.
    case present
    /// The session has lost its camera, which is put back as soon as it is plugged in.
    case lost
    /// Nothing is put back any more.
    case ended
  }

  private struct State {
    var phase = Phase.present
    /// The identifier of a camera that was plugged in before the session reported the loss of its own.
    var candidate: String?
    /// The source that replaces the station's own camera.
    var source: (any VideoSource)?
    var observation: (any DeviceObservation)?
    var retry: (any ScheduledAction)?
  }

  // A node may be there before its permissions are, or be held by who looks at it first.
  private static let mostTries = 50
  private static let pause = MediaTime(value: 1, timescale: 10)

  private let station: Station
  private let wanted: VideoDevice
  private let wish: VideoWish
  private let adjust: @Sendable (CaptureDevice) async -> Void
  private let prepare: @Sendable () throws -> Void
  private let fail: @Sendable (any Error) -> Void
  private let state = Mutex(State())

  /// Creates the return of a station's camera. `adjust` is called with the camera before its first frame, `prepare`
  /// when it is in the session again; `fail` is called with the error for which it cannot be used.
  init(
    _ station: Station, adjusting adjust: @escaping @Sendable (CaptureDevice) async -> Void,
    preparing prepare: @escaping @Sendable () throws -> Void, failing fail: @escaping @Sendable (any Error) -> Void
  ) {
    (self.station, self.adjust, self.prepare, self.fail) = (station, adjust, prepare, fail)
    wanted = station.devices.video.device
    let mode = station.devices.video.mode
    wish = VideoWish(
      size: (mode.format.width, mode.format.height), frameRate: 1 / mode.frameInterval.seconds,
      pixelFormat: mode.format.pixelFormat)
  }

  /// Begins to watch for the camera.
  func start() {
    let observation = station.devices.cameras.observe { [weak self] event in
      switch event {
      case .videoConnected(let device): self?.connected(device)
      case .videoDisconnected(let device): self?.disconnected(device)
      case .audioConnected, .audioDisconnected: break
      }
    }
    state.withLock { $0.observation = observation }
  }

  /// Stops watching for the camera, and stops the source that has replaced the original one.
  func end() {
    let (observation, retry, source) = state.withLock { state in
      state.phase = .ended
      return (state.observation, state.retry, state.source)
    }
    observation?.cancel()
    retry?.cancel()
    source?.stop()
  }

  /// The session has lost its camera.
  func lose() {
    let candidate = state.withLock { state in
      guard state.phase != .ended else { return nil as String? }
      state.phase = .lost
      return state.candidate
    }
    if let candidate { restore(candidate, tries: Self.mostTries) }
  }

  /// The session has its camera.
  func find() {
    state.withLock { state in
      guard state.phase == .lost else { return }
      state.phase = .present
      state.retry.take()?.cancel()
    }
  }

  private func connected(_ device: VideoDevice) {
    guard isSame(device) else { return }
    let isLost = state.withLock { state in
      state.candidate = device.id
      return state.phase == .lost
    }
    if isLost { restore(device.id, tries: Self.mostTries) }
  }

  private func disconnected(_ device: VideoDevice) {
    state.withLock { state in if state.candidate == device.id { state.candidate = nil } }
  }

  /// Tells whether a device is the lost camera: by its serial number; without one, by its place or its model.
  private func isSame(_ device: VideoDevice) -> Bool {
    let (old, new) = (wanted.identity, device.identity)
    if let serial = old.serial { return new.serial == serial && new.model == old.model }
    return new.model == old.model || old.portPath != nil && new.portPath == old.portPath
  }

  private func restore(_ id: String, tries: Int) {
    Task { [self] in
      guard state.withLock({ $0.phase == .lost }) else { return }
      do {
        let source = try station.devices.cameras.openVideo(id, wish: wish).source
        await adjust(DeviceInput(source).device)
        do { try await station.session.exchange(for: source) } catch {
          source.stop()
          throw error
        }
        let (old, isEnded) = state.withLock { state in
          // Whoever ended it meanwhile did not know of this source.
          guard state.phase != .ended else { return (source as (any VideoSource)?, true) }
          defer { (state.source, state.candidate) = (source, nil) }
          return (state.source, false)
        }
        old?.stop()
        if !isEnded { try prepare() }
      } catch {
        guard tries > 1 else { return fail(error) }
        let clock = station.environment.clock
        let retry = clock.schedule(at: clock.now + Self.pause) { [weak self] in self?.restore(id, tries: tries - 1) }
        let isEnded = state.withLock { state in
          state.retry = retry
          return state.phase == .ended
        }
        if isEnded { retry.cancel() }
      }
    }
  }
}

extension CaptureSession {
  /// Puts a camera into the place of the one that there is.
  fileprivate func exchange(for source: any VideoSource) throws(CaptureError) {
    beginConfiguration()
    do throws(CaptureError) {
      for input in inputs where input.device.mediaType == .video { try removeInput(input) }
      try addInput(source)
    } catch {
      // What was changed is put in force, or back; why it could not be changed is thrown.
      try? commitConfiguration()
      throw error
    }
    try commitConfiguration()
  }
}
