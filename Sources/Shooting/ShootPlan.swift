public import LiveCapture
public import MediaCore

/// The order for a shoot.
public struct ShootPlan: Sendable {
  /// The use of RAW, in place of the processed still or beside it.
  public enum Raw: Sendable, Hashable, CaseIterable {
    /// No RAW is taken.
    case none
    /// RAW is taken in place of the processed still.
    case alone
    /// RAW is taken beside the processed still.
    case besideStill
  }

  /// A Boolean value that indicates whether Live Photos are taken, and not stills alone.
  public var isLive: Bool
  /// The number of photos.
  public var count: Int
  /// The interval from one shutter to the next.
  public var interval: MediaTime
  /// The delay from the first frame to the first shutter; `nil` waits until the ring holds the whole pre-roll.
  public var delay: MediaTime?
  /// The compression of stills; `nil` goes with the station's configuration, and is JPEG without one.
  public var photoCodec: PhotoCodec?
  /// The compression of movies; `nil` goes with the station's configuration, and is H.264 without one.
  public var movieCodec: VideoCodec?
  /// The weight of stills' quality against the time that they take.
  public var quality = PhotoQualityPrioritization.balanced
  /// The use of the flash.
  public var flashMode = FlashMode.off
  /// The use of the sensor's own samples, in place of the processed still or beside it.
  public var raw = Raw.none
  /// The exposures of each shot's photos; empty for one photo.
  public var bracket: [PhotoBracketElement] = []
  /// A Boolean value that indicates whether stills that cost much are finished later. The session's environment must
  /// have a place for them.
  public var isDeferred = false

  /// Creates a plan; by default of one still.
  public init(
    isLive: Bool = false, count: Int = 1, interval: MediaTime = MediaTime(value: 2, timescale: 1),
    delay: MediaTime? = nil
  ) {
    self.isLive = isLive
    self.count = count
    self.interval = interval
    self.delay = delay
  }

  /// The settings of one photo, pressed at `shutterTime`.
  /// - Throws: `CaptureError` with `.invalidSettings` when RAW is wanted and the camera delivers none.
  package func settings(
    _ id: CaptureID, movie: LivePhotoMovieDestination, at shutterTime: MediaTime?, of output: PhotoOutput
  ) throws(CaptureError) -> PhotoSettings {
    let format = raw == .alone ? nil : PhotoFormat(codec: photoCodec ?? .jpeg)
    var rawFormat: PixelFormat?
    if raw != .none {
      guard let first = output.availableRawPhotoPixelFormatTypes.first else {
        throw CaptureError(
          .invalidSettings, context: "RAW",
          message: "the camera delivers no sensor samples in this mode; choose a Bayer format, or leave RAW out")
      }
      rawFormat = first
    }
    var settings =
      bracket.isEmpty
      ? PhotoSettings(uniqueID: id, format: format, rawPixelFormat: rawFormat)
      : try PhotoSettings(uniqueID: id, format: format, rawPixelFormat: rawFormat, bracket: bracket)
    settings.shutterTime = shutterTime
    if isLive {
      settings.livePhotoMovieDestination = movie
      settings.livePhotoVideoCodec = movieCodec ?? .h264
    }
    settings.flashMode = flashMode
    // A sensor's own samples are taken as they are.
    settings.photoQualityPrioritization = rawFormat == nil ? quality : .speed
    return settings
  }
}
