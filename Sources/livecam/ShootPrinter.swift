import CaptureDevices
import LiveCapture
import LivePhotoFiles
import MediaCore
import Shooting

/// Tells the user how a shoot goes: a line for each file, or for each step, for people, or JSON for programs.
final class ShootPrinter: Sendable {
  private let isJSON: Bool
  private let isVerbose: Bool
  private let clock: any MediaClock
  private let terminal = Terminal()

  init(isJSON: Bool, isVerbose: Bool, clock: any MediaClock) {
    (self.isJSON, self.isVerbose, self.clock) = (isJSON, isVerbose, clock)
  }

  func print(_ event: ShootEvent) {
    if isJSON { terminal.line(JSONText.text(event.json(now: clock.now))) } else { printLine(event) }
  }

  func summarize(_ result: ShootResult) {
    terminal.show(status: "")
    for failure in result.failures { Terminal.complain("livecam: \(failure)") }
    if result.wasInterrupted {
      Terminal.complain("livecam: ended after \(result.completed) of \(result.requested) photos")
    }
  }

  private func printLine(_ event: ShootEvent) {
    switch event {
    case .capture(let event, let name, let live):
      terminal.show(status: live > 0 ? "● LIVE \(live)" : "", inRed: true)
      guard isVerbose || Self.isResult(event) else { return }
      // The end is told when everything is on disk, which is later than the session knows it.
      let isEnd = event.name == "didFinishCapture"
      let offset = Self.offset((isEnd ? clock.now : event.time) - event.resolvedSettings.shutterTime)
      terminal.line("\(name)  \(offset)  \(Self.text(event))")
    case .photoSaved(let photo, let name, let path, let byteCount):
      let after = Self.offset(clock.now - photo.resolvedSettings.shutterTime)
      let origin = photo.isCameraOriginal ? ", the camera's own JPEG" : ""
      terminal.line("\(name)  \(after)  still saved: \(path), \(byteCount) bytes\(origin)")
    case .proxySaved(_, let name, let path, let byteCount):
      terminal.line("\(name)  proxy saved: \(path), \(byteCount) bytes; livecam finish makes the still")
    case .photoNotSaved(let name, let error, _): terminal.line("\(name)  still not saved: \(error)")
    case .motionPhotoSaved(let name, let path, let byteCount, let settings):
      terminal.line(
        "\(name)  \(Self.offset(clock.now - settings.shutterTime))  Motion Photo saved: \(path), \(byteCount) bytes")
    case .motionPhotoNotSaved(let name, let error, _): terminal.line("\(name)  Motion Photo not saved: \(error)")
    case .assetSaved(let identifier, let name, _): terminal.line("\(name)  in the library: \(identifier)")
    case .timings(let timings, let name):
      for line in TimingsTable(timings: timings).lines { terminal.line("\(name)  \(line)") }
    case .session(.videoDidFail(let error, _)): terminal.line("camera failed: \(error)")
    case .session: break
    case .refused(let name, let error): terminal.line("\(name)  not taken: \(error)")
    case .notice(let text): terminal.line(text)
    }
  }

  /// Tells whether an event is of a movie's file, or of something that went wrong, rather than a step on the way.
  private static func isResult(_ event: CaptureEvent) -> Bool {
    if case .didFinishProcessingMovie(let movie?, _, _, _) = event { return !movie.path.isEmpty }
    return event.error != nil
  }

  private static func text(_ event: CaptureEvent) -> String {
    switch event {
    case .willBeginCapture(let settings, _):
      return settings.isLive
        ? "shutter: Live Photo, \(settings.photoDimensions), "
          + "\(milliseconds(settings.availablePreRoll)) ms of pre-roll"
        : "shutter: \(settings.isRawAlone ? "RAW" : "still"), \(settings.stillDimensions)"
    case .willCapturePhoto: return "choosing the still's frame"
    case .didCapturePhoto: return "frame chosen"
    case .didFinishProcessingPhoto(let photo, let error, _):
      if let error { return "still failed: \(error)" }
      return "still ready: frame \(photo.sequence ?? 0), \(milliseconds(photo.shutterError)) ms from the shutter"
    case .didFinishCapturingProxy(_, _, let error, _):
      return error.map { "proxy failed: \($0)" } ?? "proxy ready, the still follows"
    case .didFinishRecordingMovie: return "movie recorded"
    case .didFinishProcessingMovie(let movie, _, let error, _):
      guard let movie else { return "movie failed: \(error.map(String.init(describing:)) ?? "for no known reason")" }
      let place = movie.path.isEmpty ? "movie ready: " : "movie saved: \(movie.path), "
      return place + "\(movie.byteCount) bytes, \(seconds(movie.duration)) s, "
        + "still at \(seconds(movie.photoDisplayTime)) s, \(movie.frameCount) frames, "
        + "\(movie.droppedFrameCount) missing, \(movie.hasAudio ? "with" : "without") sound"
        + (movie.audioEncoder.map { " by \($0.rawValue)" } ?? "")
    case .didFinishCapture(_, let error, _): return error == nil ? "done" : "ended with an error"
    }
  }

  private static func offset(_ time: MediaTime) -> String {
    let text = seconds(time)
    return (text.hasPrefix("-") ? text : "+" + text) + " s"
  }

  static func milliseconds(_ time: MediaTime) -> String { (time.seconds * 1000).fixed(digits: 1) }

  private static func seconds(_ time: MediaTime) -> String { time.seconds.fixed(digits: 3) }
}
