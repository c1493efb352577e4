import CaptureDevices
import Dispatch
import MediaCore

/// An order that a photo output was given, with the facts of that instant that decide about it.
struct PhotoOrder {
  struct Camera {
    let lane: ObjectIdentifier
    let dimensions: ResolvedPhotoSettings.Dimensions
    let frameInterval: MediaTime
    /// The number of frames after a control was set that still show the setting from before.
    let controlDelayFrames: Int
    /// The oldest frame's time in the ring; `nil` before the first frame.
    let oldest: MediaTime?
    /// The time of the frame that is nearest to the shutter now.
    let nearest: MediaTime?
  }

  var settings: PhotoSettings
  let output: PhotoOutput
  let shutterTime: MediaTime
  /// The frame that the settings name; `nil` if they name none, or it is gone.
  var named: VideoFrame?
  let features: OutputFeatures
  weak var delegate: (any PhotoCaptureDelegate)?
  /// The queue on which the delegate is called: one of its own where captures are told of independently.
  let queue: DispatchQueue
  /// Indicates whether the video connection exists, and is enabled and active.
  let isConnected: Bool
  /// `nil` unless the session runs and the camera delivers.
  let camera: Camera?
  let deviceDimensions: ResolvedPhotoSettings.Dimensions
  let deviceType: VideoDeviceTraits.Kind
  let orientation: Orientation
  /// The camera's and the microphone's lanes; they outlive the session's interest in them.
  let video: VideoLane?
  let audio: AudioLane?
  /// The state of the movie's path: whether a file can be made there, and whether there is one already.
  let isMovieWritable: Bool
  let isMovieTaken: Bool
}

extension PhotoOrder {
  /// Returns the settings as they are resolved. `identifier` names the pair.
  func resolve(_ configuration: SessionConfiguration, identifier: PairIdentifier?) -> ResolvedPhotoSettings {
    let format = camera?.dimensions ?? deviceDimensions
    let photo = settings.maxPhotoDimensions ?? format
    let oldest = max(camera?.oldest ?? shutterTime, features.liveEarliest ?? .negativeInfinity)
    var resolved = ResolvedPhotoSettings(
      uniqueID: settings.uniqueID, shutterTime: shutterTime, photoDimensions: settings.format == nil ? .none : photo,
      livePhotoMovieDimensions: settings.isLive ? configuration.movieDimensions(of: format) : .none,
      expectedPhotoCount: settings.photoCount, contentIdentifier: identifier,
      livePhotoMoviePath: settings.livePhotoMoviePath,
      availablePreRoll: min(max(.zero, shutterTime - oldest), configuration.preRoll))
    if settings.isDeferred(by: features) {
      resolved.deferredPhotoProxyDimensions = PhotoPreviewFormat().dimensions(
        of: photo, otherwise: StillMaker.proxySide)
    }
    if settings.rawPixelFormat != nil { resolved.rawPhotoDimensions = format }
    if let preview = settings.previewPhotoFormat {
      resolved.previewDimensions = preview.dimensions(of: photo, otherwise: 320)
    }
    if settings.format?.codec != nil, let thumbnail = settings.embeddedThumbnailPhotoFormat {
      resolved.embeddedThumbnailDimensions = thumbnail.dimensions(of: photo, otherwise: 160)
    }
    if settings.rawPixelFormat != nil, let thumbnail = settings.rawEmbeddedThumbnailPhotoFormat {
      resolved.rawEmbeddedThumbnailDimensions = thumbnail.dimensions(of: format, otherwise: 160)
    }
    return resolved
  }
}

extension PhotoSettings {
  /// Tells whether a still costs so much that it is finished later: several frames in one, or HEVC.
  func isDeferred(by features: OutputFeatures) -> Bool {
    guard features[.deferred], !isBracket, rawPixelFormat == nil, let codec = format?.codec else { return false }
    return codec == .heic || photoQualityPrioritization == .quality
  }
}
