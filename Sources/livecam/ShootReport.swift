import CaptureDevices
import LiveCapture
import MediaCore
import Shooting

/// One line of `shoot --json`. Times and durations are in seconds; what does not apply is left out.
struct ShootReport: Encodable {
  /// The event's name: a case of `CaptureEvent`, or `photoSaved`, `proxySaved`, `photoNotSaved`,
  /// `motionPhotoSaved`, `motionPhotoNotSaved`, `timings`, `refused`, `notice`,
  /// `didStartRunning`, `didStopRunning`, `videoDidFail`, `audioDidFail`,
  /// `cameraClockDidJump`, `didChooseEncoding`.
  var event: String
  /// The session's clock at the event.
  var time: Double
  /// The event's distance from the shutter.
  var sinceShutter: Double?
  /// The capture's number in this run.
  var id: Int64?
  /// The stem of its files.
  var name: String?
  /// How many Live Photos are being recorded after the event.
  var live: Int?
  /// The file that is complete now.
  var file: String?
  /// Its size.
  var bytes: Int?
  /// The picture's size, or the movie's.
  var size: String?
  /// The identifier in both files.
  var contentIdentifier: String?
  /// Footage from before the shutter that there is.
  var availablePreRoll: Double?
  /// The still's distance from the shutter.
  var shutterError: Double?
  /// The camera's number of the still's frame.
  var sequence: UInt64?
  /// The movie's length.
  var duration: Double?
  /// Where in the movie the still was taken.
  var photoDisplayTime: Double?
  /// Frames in the movie.
  var frames: Int?
  /// Frames that the camera numbered and that are missing from the movie.
  var drops: Int?
  /// Whether the movie has sound.
  var hasAudio: Bool?
  /// Seconds of its sound that are silence in place of what was lost.
  var audioFiller: Double?
  /// The library that compressed its sound: `visualon` or `libavcodec`; missing for PCM.
  var audioEncoder: String?
  /// The preset that movies are made with from here on.
  var preset: String?
  /// How many seconds of footage the machine makes in a second with it, all cameras together.
  var pace: Double?
  /// How many it has to make for movies to be complete when they have been filmed.
  var neededPace: Double?
  /// Why it is this preset: `isGuessed`, `isCalibrated`, `fellBehind`, `hasRoom`.
  var reason: String?
  /// Where the time of the capture went.
  var timings: TimingsReport?
  /// What the user has to know.
  var message: String?
  /// What went wrong.
  var error: String?

  init(event: String, time: MediaTime, message: String? = nil) {
    self.event = event
    self.time = time.seconds
    self.message = message
  }

  init(_ happening: ShootEvent, now: MediaTime) {
    switch happening {
    case .capture(let event, let name, let live):
      self.init(event: event.name, time: event.time)
      self.name = name
      self.live = live
      describe(event)
    case .photoSaved(let photo, let name, let path, let byteCount):
      self.init(event: "photoSaved", time: now)
      refer(to: photo.resolvedSettings)
      self.name = name
      file = path
      bytes = byteCount
    case .proxySaved(let photo, let name, let path, let byteCount):
      self.init(event: "proxySaved", time: now)
      refer(to: photo.resolvedSettings)
      self.name = name
      file = path
      bytes = byteCount
    case .photoNotSaved(let name, let error, let settings):
      self.init(event: "photoNotSaved", time: now)
      refer(to: settings)
      self.name = name
      self.error = "\(error)"
    case .motionPhotoSaved(let name, let path, let byteCount, let settings):
      self.init(event: "motionPhotoSaved", time: now)
      refer(to: settings)
      self.name = name
      file = path
      bytes = byteCount
    case .motionPhotoNotSaved(let name, let error, let settings):
      self.init(event: "motionPhotoNotSaved", time: now)
      refer(to: settings)
      self.name = name
      self.error = "\(error)"
    case .timings(let timings, let name):
      self.init(event: "timings", time: now)
      refer(to: timings.resolvedSettings)
      self.name = name
      self.timings = TimingsReport(timings)
    case .session(let event): self.init(event)
    case .refused(let name, let error):
      self.init(event: "refused", time: now)
      self.name = name
      self.error = "\(error)"
    case .notice(let text): self.init(event: "notice", time: now, message: text)
    }
  }

  private init(_ event: SessionEvent) {
    switch event {
    case .didStartRunning(let time): self.init(event: "didStartRunning", time: time)
    case .didStopRunning(let time): self.init(event: "didStopRunning", time: time)
    case .videoDidFail(let error, let time):
      self.init(event: "videoDidFail", time: time)
      self.error = "\(error)"
    case .audioDidFail(let error, let time):
      self.init(event: "audioDidFail", time: time)
      self.error = "\(error)"
    case .wasInterrupted(let reason, let time): self.init(event: "wasInterrupted", time: time, message: "\(reason)")
    case .interruptionEnded(let time): self.init(event: "interruptionEnded", time: time)
    case .cameraClockDidJump(let step, let time):
      self.init(event: "cameraClockDidJump", time: time, message: "by \(step.seconds) s")
    case .didChooseEncoding(let choice, let time):
      self.init(event: "didChooseEncoding", time: time)
      (preset, pace, neededPace) = ("\(choice.preset)", choice.pace, choice.neededPace)
      (size, reason) = (choice.dimensions.description, choice.reason.rawValue)
    case .runtimeError(let error, let time):
      self.init(event: "runtimeError", time: time)
      self.error = "\(error)"
    }
  }

  private mutating func refer(to settings: ResolvedPhotoSettings) {
    id = settings.uniqueID.rawValue
    sinceShutter = time - settings.shutterTime.seconds
    contentIdentifier = settings.contentIdentifier?.uuidString
  }

  private mutating func describe(_ event: CaptureEvent) {
    refer(to: event.resolvedSettings)
    error = event.error.map { "\($0)" }
    switch event {
    case .willBeginCapture(let settings, _):
      size = settings.stillDimensions.description
      availablePreRoll = settings.isLive ? settings.availablePreRoll.seconds : nil
    case .didFinishProcessingPhoto(let photo, _, _):
      guard photo.timestamp.isValid else { return }
      shutterError = photo.shutterError.seconds
      sequence = photo.sequence
      bytes = photo.byteCount
    case .didFinishProcessingMovie(let movie?, let settings, _, _):
      file = movie.path.isEmpty ? nil : movie.path
      bytes = movie.byteCount
      size = settings.livePhotoMovieDimensions.description
      duration = movie.duration.seconds
      photoDisplayTime = movie.photoDisplayTime.seconds
      frames = movie.frameCount
      drops = movie.droppedFrameCount
      hasAudio = movie.hasAudio
      audioFiller = movie.audioFiller.seconds
      audioEncoder = movie.audioEncoder?.rawValue
    default: break
    }
  }
}
