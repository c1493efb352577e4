import CaptureDevices
import MediaCore

/// An input that delivers: its samples' way into the session.
enum InputLane {
  case video(VideoLane)
  case audio(AudioLane)

  var video: VideoLane? {
    if case .video(let lane) = self { return lane }
    return nil
  }

  var audio: AudioLane? {
    if case .audio(let lane) = self { return lane }
    return nil
  }

  /// Whether its source runs as the input's device is set.
  func isUpToDate(for input: DeviceInput) -> Bool {
    guard !input.device.isFixed, let mode = video?.source.mode, let format = input.device.activeFormat else {
      return true
    }
    let duration = input.device.activeVideoMinFrameDuration
    return CaptureDevice.Format(mode).dimensions == format.dimensions
      && mode.format.pixelFormat == format.pixelFormat && (duration == nil || duration == mode.frameInterval)
  }

  /// What the device is opened by.
  var deviceName: String {
    switch self {
    case .video(let lane): lane.source.device.node ?? lane.source.device.id
    case .audio(let lane): lane.source.device.pcm
    }
  }

  /// Ends delivery; what is in the ring stays.
  func stop() {
    switch self {
    case .video(let lane): lane.source.stop()
    case .audio(let lane): lane.source.stop()
    }
  }

  /// Forgets all samples and whoever waits for one.
  func close() {
    switch self {
    case .video(let lane): lane.close()
    case .audio(let lane): lane.close()
    }
  }

  /// When a sample came last; before the first, when it was started.
  var lastArrival: MediaTime {
    switch self {
    case .video(let lane): lane.lastArrival
    case .audio(let lane): lane.lastArrival
    }
  }

  /// Closes, and calls `action` once when the device delivers all the same.
  func rest(until action: @escaping @Sendable () -> Void) {
    switch self {
    case .video(let lane): lane.rest(until: action)
    case .audio(let lane): lane.rest(until: action)
    }
  }

  /// Stops the device and starts it again; whether it did start shows when it delivers.
  func restart() {
    stop()
    switch self {
    case .video(let lane): try? lane.source.start(delivering: lane)
    case .audio(let lane): try? lane.source.start(delivering: lane)
    }
  }
}
