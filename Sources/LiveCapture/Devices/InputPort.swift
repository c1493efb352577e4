import CaptureDevices
import MediaCore

/// An input that delivers: its samples' way into the session.
enum InputPort {
  case video(VideoPort)
  case audio(AudioPort)

  var video: VideoPort? {
    if case .video(let port) = self { return port }
    return nil
  }

  var audio: AudioPort? {
    if case .audio(let port) = self { return port }
    return nil
  }

  /// Ends delivery; what is in the ring stays.
  func stop() {
    switch self {
    case .video(let port): port.source.stop()
    case .audio(let port): port.source.stop()
    }
  }

  /// Forgets all samples and whoever waits for one.
  func close() {
    switch self {
    case .video(let port): port.close()
    case .audio(let port): port.close()
    }
  }

  /// When a sample came last; before the first, when it was started.
  var lastArrival: MediaTime {
    switch self {
    case .video(let port): port.lastArrival
    case .audio(let port): port.lastArrival
    }
  }

  /// Closes, and calls `action` once when the device delivers all the same.
  func rest(until action: @escaping @Sendable () -> Void) {
    switch self {
    case .video(let port): port.rest(until: action)
    case .audio(let port): port.rest(until: action)
    }
  }

  /// Stops the device and starts it again; whether it did start shows when it delivers.
  func restart() {
    stop()
    switch self {
    case .video(let port): try? port.source.start(delivering: port)
    case .audio(let port): try? port.source.start(delivering: port)
    }
  }
}
