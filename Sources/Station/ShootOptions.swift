public import LiveCapture
public import MediaCore

/// What a shoot is to take.
public struct ShootOptions: Sendable {
  /// Whether RAW is wanted, and beside what.
  public enum Raw: Sendable, Hashable, CaseIterable {
    /// It is not.
    case none
    /// In place of the processed still.
    case alone
    /// Beside the processed still.
    case besideStill
  }

  /// Live Photos, or stills alone.
  public var isLive: Bool
  /// How stills are compressed.
  public var photoCodec: PhotoCodec
  /// How movies are compressed.
  public var movieCodec: VideoCodec
  /// How much stills may cost to be better.
  public var quality = PhotoQualityPrioritization.balanced
  /// What the flash is to do.
  public var flashMode = FlashMode.off
  /// Whether, and beside what, the sensor's own samples are wanted.
  public var raw = Raw.none
  /// How the photos of each shot are exposed; empty for one photo.
  public var bracket: [PhotoBracketElement] = []
  /// Where the sources of stills wait that are finished later; `nil` finishes every still at once.
  public var deferred: DeferredStills?
  /// How many.
  public var count: Int
  /// From one shutter to the next.
  public var interval: MediaTime
  /// From the first frame to the first shutter; `nil` waits until the ring holds the whole pre-roll.
  public var delay: MediaTime?
  /// The folder for the files.
  public var folder: String

  /// Options of a shoot; by default one still, into the present folder.
  public init(
    isLive: Bool = false, photoCodec: PhotoCodec = .jpeg, movieCodec: VideoCodec = .h264, count: Int = 1,
    interval: MediaTime = MediaTime(value: 2, timescale: 1), delay: MediaTime? = nil, folder: String = "."
  ) {
    self.isLive = isLive
    self.photoCodec = photoCodec
    self.movieCodec = movieCodec
    self.count = count
    self.interval = interval
    self.delay = delay
    self.folder = folder
  }
}
