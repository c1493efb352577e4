import MediaCore
import Synchronization

/// Whether outputs are ready for the next shot, and prepared for what they were asked to be.
extension CaptureSession {
  func updateReadiness() { for output in graph.photoOutputs { updateReadiness(of: output) } }

  func updateReadiness(of output: PhotoOutput) { output.note(readiness(of: output)) }

  private func readiness(of output: PhotoOutput) -> CaptureReadiness {
    guard case .running = state else { return .sessionNotRunning }
    guard let input = graph.connection(to: output, of: .video)?.input, let video = ports[ObjectIdentifier(input)]?.video
    else { return .notReadyMomentarily }
    if video.oldestTime == nil { return .notReadyMomentarily }
    let own = requests.values.filter { $0.output === output }
    if own.contains(where: { $0.machine.isWaiting }) { return .notReadyWaitingForCapture }
    let isResponsive = output.state.withLock { $0.features.isResponsiveEnabled }
    let processing = own.count { $0.machine.isProcessing }
    let limit = isResponsive ? configuration.maximumUnfinishedStills : 1
    return processing >= limit ? .notReadyWaitingForProcessing : .ready
  }

  /// The first frame of each camera makes outputs ready.
  func watchFirstFrames() {
    for port in ports.values where port.video?.oldestTime == nil {
      port.video?.whenFrame { [weak self] _ in self?.enter { $0.updateReadiness() } }
    }
  }

  /// An output has been asked to be ready for something.
  nonisolated func prepare(_ output: PhotoOutput) {
    sync { session in
      guard session.configurationDepth == 0 else { return }
      session.prepare(output, isCommitted: true)
    }
  }

  func prepare(_ output: PhotoOutput, isCommitted: Bool) {
    guard case .running = state, configurationDepth == 0 else { return }
    output.prepare(libraries(for: output), in: self)
  }

  /// The libraries that captures with the settings which an output has been asked to be ready for would load.
  private func libraries(for output: PhotoOutput) -> [CaptureLibrary] {
    let (settings, features) = output.state.withLock { ($0.preparation.settings, $0.features) }
    var libraries: [CaptureLibrary] = []
    for one in settings {
      if one.format?.codec == .heic, !isDeferred(one, features) { libraries.append(.heic) }
      guard one.isLive else { continue }
      libraries.append(.movie(one.livePhotoVideoCodec ?? .h264))
      if case .aac = configuration.audioCoding, graph.connection(to: output, of: .audio) != nil {
        libraries.append(.aac(configuration.audioEncoder))
      }
    }
    return libraries
  }
}
