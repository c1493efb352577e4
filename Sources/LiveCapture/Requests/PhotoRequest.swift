import CaptureDevices
import Diagnostics
import Dispatch
import MediaCore

/// One capture under way, with what was ordered. Belongs to the session's queue.
@dynamicMemberLookup final class PhotoRequest {
  private let order: PhotoOrder
  /// Indicates whether the capture was given a delegate, which is held weakly.
  let hasDelegate: Bool
  let resolved: ResolvedPhotoSettings
  var window: MovieWindow
  var machine: StateMachine
  /// The photos in the order in which they are told of, with the number of the frame that each is made of.
  let photos: [(exposure: Int, isRaw: Bool)]
  var frames: [VideoFrame] = []
  /// The damaged frame that was to be the still, the error it led to, and the times of all damaged ones.
  var damaged: (first: VideoFrame, error: CaptureError, times: Set<MediaTime>)?
  /// The known exposure of each frame, by its number, where the frame was exposed in a way of its own.
  var exposures: [Int: StillExposure] = [:]
  var processingStarts: [Int: MediaTime] = [:]
  var results: [Int: CapturePhoto] = [:]
  var movie: CapturedMovie?
  /// The timer of the capture; `nil` where nothing is measured.
  let timer: CaptureTimer?
  var videoFootage: VideoFootage?
  var audioFootage: AudioFootage?
  /// The media whose last sample is not in the ring yet.
  var gathering: Set<LaneMedium>

  subscript<Value>(dynamicMember path: KeyPath<PhotoOrder, Value>) -> Value { order[keyPath: path] }

  // Not by a key path, for which the whole order would be copied.
  var delegate: (any PhotoCaptureDelegate)? { order.delegate }
  var queue: DispatchQueue { order.queue }

  var id: CaptureID { resolved.uniqueID }

  /// Indicates whether the movie's ends are cut off where the camera was swung.
  var isTrimmed: Bool { order.features[.autoTrimming] }

  var isDeferred: Bool { resolved.isDeferred }

  /// Indicates whether the camera is set for the capture, or a light switched on.
  var isExposed: Bool { order.settings.isBracket || resolved.isFlashEnabled }

  /// The time between the camera's frames; zero without a camera.
  var frameInterval: MediaTime { window.frameInterval }

  /// The greatest number of frames that a movie's encoder waits for the still: one until the still is chosen, and two
  /// in which it is made.
  private static let framesForStill: Int32 = 3

  var pictureClaim: FootageClaim {
    FootageClaim(
      id: id, window: window.pictures, hold: resolved.shutterTime - frameInterval,
      pause: resolved.shutterTime + frameInterval * Self.framesForStill)
  }

  var soundClaim: FootageClaim { FootageClaim(id: id, window: window.sound) }

  /// Returns the metadata of the photos of a frame: those of the settings, and those of the frame's exposure.
  func metadata(ofExposure exposure: Int) -> PhotoMetadata {
    var known = exposures[exposure] ?? StillExposure()
    let fired: UInt16 = resolved.isFlashEnabled ? 1 : 0
    switch order.settings.flashMode {
    case .off: break
    case .on: known.flash = 0b0_1000 | fired
    case .auto: known.flash = 0b1_1000 | fired
    }
    var metadata = order.settings.metadata
    metadata.fill(from: known)
    return metadata
  }

  func describe(_ photo: inout CapturePhoto, _ index: Int, _ sequenceCount: CaptureProfile.SequenceCount) {
    let plan = photos[index]
    photo.photoCount = index + 1
    photo.isRawPhoto = plan.isRaw
    photo.sourceDeviceType = order.deviceType
    // A photo that failed shows nothing that could have been exposed.
    photo.metadata = photo.timestamp.isValid ? metadata(ofExposure: plan.exposure) : order.settings.metadata
    guard order.settings.isBracket else { return }
    photo.sequenceCount = sequenceCount == .photos ? index + 1 : plan.exposure + 1
    photo.bracketElement = order.settings.bracket[plan.exposure]
  }

  func failedPhoto(_ index: Int, _ sequenceCount: CaptureProfile.SequenceCount) -> CapturePhoto {
    var photo = CapturePhoto(
      resolvedSettings: resolved, timestamp: .invalid, sequence: nil, isCameraOriginal: false, bytes: nil)
    describe(&photo, index, sequenceCount)
    return photo
  }

  init(
    _ order: PhotoOrder, _ resolved: ResolvedPhotoSettings, window: MovieWindow, profile: CaptureProfile,
    stageClock: (any StageClock)?
  ) {
    self.order = order
    hasDelegate = order.delegate != nil
    self.resolved = resolved
    self.window = window
    gathering = order.audio == nil ? [.video] : [.video, .audio]
    timer = stageClock.map { CaptureTimer(clock: $0, resolved: resolved) }
    let exposures = max(1, order.settings.bracket.count)
    let kinds = (order.settings.rawPixelFormat == nil ? [] : [true]) + (order.settings.format == nil ? [] : [false])
    photos = (0..<exposures).flatMap { exposure in kinds.map { (exposure, $0) } }
    machine = StateMachine(
      StateMachine.Plan(
        isLive: resolved.isLive, exposures: exposures, photosPerExposure: kinds.count,
        alwaysTellsExposure: profile.exposureCalls == .alwaysCome,
        movieFailureCounts: profile.movieFailure == .failsCapture))
  }
}
