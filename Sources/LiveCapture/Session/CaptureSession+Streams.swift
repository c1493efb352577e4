import CaptureDevices
import MediaCore

/// Streams that the app switches off while something is recorded from them.
extension CaptureSession {
  nonisolated func connectionDidChange(_ connection: CaptureConnection) {
    guard !connection.isEnabled else { return }
    sync { session in
      guard session.graph.connections.contains(where: { $0 === connection }) else { return }
      session.endStream(over: connection)
    }
  }

  nonisolated func inputDidChange(_ input: DeviceInput) {
    guard !input.isEnabled else { return }
    sync { session in
      for connection in session.graph.connections where connection.input === input {
        session.endStream(over: connection)
      }
      // No frame comes for those that wait for one.
      guard let video = session.ports[ObjectIdentifier(input)]?.video else { return }
      session.end(session.requests.values.filter { $0.video === video && $0.machine.isWaiting })
    }
  }

  /// Nothing passes from here on: movies under way end with the picture, and go on in silence without the sound.
  private func endStream(over connection: CaptureConnection) {
    let now = environment.clock.now
    let captures = requestsInOrder.filter { $0.output === connection.output && $0.machine.isRecording }
    let recordings = recordings.filter { $0.output === connection.output }
    switch connection.mediaType {
    case .video:
      for request in captures { endRecording(request, at: now) }
      end(recordings, Self.configurationChanged)
    case .audio:
      for request in captures { silence(request) }
      for recording in recordings { silence(recording) }
    default: break
    }
  }

  private func silence(_ request: PhotoRequest) {
    guard let audio = request.audio, let footage = request.audioFootage else { return }
    let isShared = requests.values.contains { other in
      other.output !== request.output && other.audioFootage === footage && other.machine.isRecording
    }
    if isShared {
      request.audioFootage = audio.split(footage, for: request.id, window: request.window) {
        AudioFootage(
          format: audio.source.format, configuration: configuration, sound: environment.media.sound,
          scheduler: scheduler)
      }
    } else {
      audio.end(footage)
    }
    recorded(.audio, for: request.id)
  }
}
