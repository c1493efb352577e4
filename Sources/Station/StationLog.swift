import CaptureDevices
import LiveCapture
import Logging
import MediaCore
import Shooting

/// Writes what happens to a station into a log: its course with `notice`, what mends itself with `warning`, what is
/// lost with `error`, each file with `info`, every other step of a capture with `debug`.
///
/// Lines are written where things happen, before delegates and streams hear of them: they stand in that order.
struct StationLog {
  let logger: Logger

  /// Listens for as long as the session and the output exist.
  func follow(_ session: CaptureSession, _ output: PhotoOutput) {
    session.eventFeed.listen(for: session) { tell($0) }
    session.pressureFeed.listen(for: session) { tell($0) }
    output.eventFeed.listen(for: output) { tell($0) }
  }

  /// Listens for as long as the output exists.
  func follow(_ output: MovieFileOutput) { output.eventFeed.listen(for: output) { tell($0) } }

  func tell(_ devices: ChosenDevices) {
    let names: Logger.Metadata = [
      "camera": "\(devices.video.device.id)", "microphone": "\(devices.audio?.device.id ?? "none")",
    ]
    for notice in devices.notices { logger.notice("\(notice)", metadata: names) }
  }

  /// Tells of a shoot what neither its session nor its output knows.
  @Sendable func tell(_ event: ShootEvent) {
    switch event {
    case .photoSaved(let photo, _, let path, let count): saved("still", photo.resolvedSettings, path, count)
    case .proxySaved(let photo, _, let path, let count): saved("proxy", photo.resolvedSettings, path, count)
    case .motionPhotoSaved(_, let path, let count, let settings): saved("Motion Photo", settings, path, count)
    case .photoNotSaved(_, let error, let settings): tell(.error, "still not saved", error, Self.capture(settings))
    case .motionPhotoNotSaved(_, let error, let settings):
      tell(.error, "Motion Photo not saved", error, Self.capture(settings))
    case .refused(_, let error): tell(.error, "photo not taken", error)
    case .capture, .assetSaved, .timings, .session, .notice: break
    }
  }

  func tell(_ level: Logger.Level, _ message: Logger.Message, _ error: any Error, _ rest: Logger.Metadata = [:]) {
    guard level >= logger.logLevel else { return }
    var metadata = rest
    metadata["error"] = "\(error)"
    switch error {
    case let error as DeviceError:
      metadata["code"] = "\(error.code)"
      metadata["device"] = "\(error.context)"
    case let error as CaptureError:
      metadata["code"] = "\(error.code)"
      if [.writingFailed, .fileExists].contains(error.code) { metadata["file"] = error.context.map { "\($0)" } }
    default: break
    }
    logger.log(level: level, message, metadata: metadata)
  }

  private func tell(_ event: SessionEvent) {
    switch event {
    case .didStartRunning: logger.notice("session started")
    case .didStopRunning: logger.notice("session stopped")
    case .videoDidFail(let error, _): tell(Self.level(of: error), "camera failed", error)
    case .audioDidFail(let error, _): tell(Self.level(of: error), "microphone failed", error)
    case .wasInterrupted(let reason, _): logger.warning("session interrupted", metadata: ["reason": "\(reason)"])
    case .interruptionEnded: logger.notice("interruption ended")
    case .runtimeError(let error, _): tell(.error, "session is in trouble", error)
    case .cameraClockDidJump(let step, _):
      logger.warning("camera's clock jumped", metadata: ["seconds": "\(step.seconds)"])
    case .audioSamplesAreInvalid: logger.warning("microphone's samples are no numbers, and silence now")
    case .didChooseEncoding(let choice, _):
      logger.info("encoding chosen", metadata: ["preset": "\(choice.preset)", "reason": "\(choice.reason)"])
    }
  }

  private func tell(_ state: SystemPressureState) {
    logger.log(
      level: state.level < .serious ? .notice : .warning, "system pressure changed",
      metadata: ["pressure": "\(state.level)"])
  }

  private func tell(_ event: CaptureEvent) {
    let capture = Self.capture(event.resolvedSettings)
    switch event {
    case .didFinishProcessingPhoto(_, let error?, _): tell(.error, "still lost", error, capture)
    case .didFinishProcessingPhoto(let photo, nil, _):
      logger.debug("\(event.name)", metadata: capture)
      if let error = photo.thumbnailFailure { tell(.warning, "still without thumbnail", error, capture) }
    case .didFinishCapturingProxy(_, _, let error?, _): tell(.error, "proxy lost", error, capture)
    case .didFinishProcessingMovie(_, _, let error?, _): tell(.error, "movie lost", error, capture)
    case .didFinishProcessingMovie(let movie?, let settings, _, _):
      saved("movie", settings, movie.path, movie.byteCount)
      guard movie.droppedFrameCount > 0 else { return }
      logger.warning(
        "frames missing from movie",
        metadata: capture.merging(["frames": "\(movie.frameCount)", "missing": "\(movie.droppedFrameCount)"]) { $1 })
    default: logger.debug("\(event.name)", metadata: capture)
    }
  }

  private func tell(_ event: RecordingEvent) {
    let file: Logger.Metadata = ["file": "\(event.path)"]
    switch event {
    case .didStartRecording: logger.notice("recording started", metadata: file)
    case .didFinishRecording(nil, _, let error?, _): tell(.error, "recording lost", error, file)
    case .didFinishRecording(_, _, let error?, _): tell(.warning, "recording ended early", error, file)
    case .didFinishRecording: logger.notice("recording ended", metadata: file)
    }
  }

  private func saved(_ what: String, _ settings: ResolvedPhotoSettings, _ path: String, _ byteCount: Int) {
    // The movie of a Motion Photo is no file.
    let file: Logger.Metadata = path.isEmpty ? [:] : ["file": "\(path)"]
    logger.info(
      "\(what) complete",
      metadata: file.merging(Self.capture(settings)) { $1 }.merging(["bytes": "\(byteCount)"]) { $1 })
  }

  private static func capture(_ settings: ResolvedPhotoSettings) -> Logger.Metadata {
    ["capture": "\(settings.uniqueID.rawValue)"]
  }

  /// A camera or microphone that has stalled, or that another program has, is used again when it can be.
  private static func level(of error: DeviceError) -> Logger.Level {
    [.stalled, .busy].contains(error.code) ? .warning : .error
  }
}
