import CaptureDevices

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
}
