import CaptureDevices
import Diagnostics
public import LiveCapture
public import MediaCore

/// A text with a line for each event, equal on every run and every machine.
///
/// ```
/// +1.500000  1  willBeginCapture  photo 160x120, movie 160x120, 1 photo expected, pre-roll 1.500000
/// +1.500000  1  willCapturePhoto
/// +1.500000  1  didCapturePhoto
/// +1.533333  1  didFinishProcessingPhoto  photo 1, taken +0.000000 from the shutter, frame 45, file
/// ```
/// Times are those of the virtual clock, in seconds since the start that is given; captures are numbered in the order
/// of their first events. Capture identifiers, paths, sizes of files and identifiers of pairs are left out: they depend
/// on the process, the machine, or the codec's version.
public struct EventLogText: Sendable, Hashable, CustomStringConvertible {
  /// The lines, one for each event, without line ends.
  public let lines: [String]

  /// All lines, each with its end.
  public var description: String { lines.map { $0 + "\n" }.joined() }

  /// Creates a text with a line for each call, its instant counted from `start`.
  public init(_ calls: [DelegateLog.Call], since start: MediaTime) {
    var writer = LogWriter(start: start)
    lines = calls.map { writer.line($0) }
  }

  /// Creates the text of an output's events, and of its session's if there are any. At one instant, the session's
  /// events come before the output's.
  public init(_ events: [CaptureEvent], session: [SessionEvent] = [], since start: MediaTime) {
    var writer = LogWriter(start: start)
    var lines: [String] = []
    var rest = session[...]
    for event in events {
      while let first = rest.first, first.time <= event.time { lines.append(writer.line(rest.removeFirst())) }
      lines.append(writer.line(DelegateCall(event)))
    }
    for event in rest { lines.append(writer.line(event)) }
    self.lines = lines
  }

  /// An error in short: its code, the code of the device's error behind it, Apple's number, and the rule it names.
  static func kind(of error: CaptureError) -> String {
    var text = "\(error.code)"
    if let device = error.underlying as? DeviceError { text += "/\(device.code)" }
    text += " (\(error.avErrorCode))"
    if let rule = error.rule { text += " [\(rule.rawValue)]" }
    return text
  }
}

private struct LogWriter {
  let start: MediaTime
  var captures: [CaptureID: (number: Int, settings: ResolvedPhotoSettings)] = [:]

  mutating func line(_ event: DelegateLog.Call) -> String {
    var details: [String] = []
    let number: Int
    if let known = captures[event.settings.uniqueID] {
      number = known.number
      if known.settings != event.settings { details.append("with other settings: " + Self.text(of: event.settings)) }
    } else {
      number = captures.count + 1
      captures[event.settings.uniqueID] = (number, event.settings)
      details.append(Self.text(of: event.settings))
    }
    if let photo = event.photo { details.append(Self.text(of: photo)) }
    if let times = event.movieTimes {
      details.append("\(times.duration.plainSeconds) long, still at \(times.photoDisplayTime.plainSeconds)")
    }
    if let movie = event.movie { details.append(Self.text(of: movie)) }
    if let error = event.error { details.append("error \(EventLogText.kind(of: error))") }
    return line(event.time, "\(number)", event.step.eventName, details)
  }

  mutating func line(_ event: SessionEvent) -> String {
    let details: [String] =
      switch event {
      case .didStartRunning, .didStopRunning, .interruptionEnded, .audioSamplesAreInvalid: []
      case .videoDidFail(let error, _), .audioDidFail(let error, _): ["error \(error.code)"]
      case .wasInterrupted(let reason, _): ["\(reason)"]
      case .cameraClockDidJump(let step, _): ["by \(step.seconds) s"]
      case .didChooseEncoding(let choice, _): ["preset \(choice.preset)", "reason \(choice.reason.rawValue)"]
      case .runtimeError(let error, _): ["error \(EventLogText.kind(of: error))"]
      }
    return line(event.time, "-", String(ScriptCourse.word(event).prefix { $0 != "(" }), details)
  }

  private func line(_ time: MediaTime?, _ number: String, _ name: String, _ details: [String]) -> String {
    let time = time.map { ($0 - start).signedSeconds } ?? "?"
    return ([time, number, name] + (details.isEmpty ? [] : [details.joined(separator: ", ")])).joined(separator: "  ")
  }

  private static func text(of settings: ResolvedPhotoSettings) -> String {
    let sizes: [(String, ResolvedPhotoSettings.Dimensions)] = [
      ("photo", settings.photoDimensions), ("RAW", settings.rawPhotoDimensions),
      ("preview", settings.previewDimensions), ("thumbnail", settings.embeddedThumbnailDimensions),
      ("RAW thumbnail", settings.rawEmbeddedThumbnailDimensions), ("movie", settings.livePhotoMovieDimensions),
      ("proxy", settings.deferredPhotoProxyDimensions),
    ]
    var parts = sizes.filter { $0.1 != .none }.map { "\($0.0) \($0.1)" }
    if settings.isFlashEnabled { parts.append("flash") }
    if settings.isRedEyeReductionEnabled { parts.append("red-eye reduction") }
    if settings.isFastCapturePrioritizationEnabled { parts.append("fast") }
    parts.append("\(settings.expectedPhotoCount) \(settings.expectedPhotoCount == 1 ? "photo" : "photos") expected")
    if settings.isLive { parts.append("pre-roll \(settings.availablePreRoll.plainSeconds)") }
    return parts.joined(separator: ", ")
  }

  private static func text(of photo: CapturePhoto) -> String {
    var parts = ["photo \(photo.photoCount)"]
    if photo.sequenceCount > 0 { parts.append("exposure \(photo.sequenceCount)") }
    if photo.isRawPhoto { parts.append("RAW") }
    if photo.timestamp.isValid { parts.append("taken \(photo.shutterError.signedSeconds) from the shutter") }
    if let sequence = photo.sequence { parts.append("frame \(sequence)") }
    if photo.frameCount > 1 { parts.append("of \(photo.frameCount) frames") }
    if photo.isCameraOriginal { parts.append("the camera's own") }
    if let pixels = photo.pixelBuffer { parts.append("pixels \(pixels.format)") }
    if let preview = photo.previewPixelBuffer { parts.append("preview \(preview.format)") }
    if photo.byteCount > 0 { parts.append("file") }
    return parts.joined(separator: ", ")
  }

  private static func text(of movie: CapturedMovie) -> String {
    var parts = ["\(movie.frameCount) frames"]
    if movie.droppedFrameCount > 0 { parts.append("\(movie.droppedFrameCount) dropped") }
    parts.append(movie.hasAudio ? "sound" : "no sound")
    if movie.audioFiller > .zero { parts.append("\(movie.audioFiller.plainSeconds) of it silence") }
    return parts.joined(separator: ", ")
  }
}
