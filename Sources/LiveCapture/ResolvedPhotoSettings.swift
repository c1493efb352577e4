public import MediaCore

/// What a capture will really deliver. The same value goes with every event of the capture.
///
/// Stands for `AVCaptureResolvedPhotoSettings`.
public struct ResolvedPhotoSettings: Sendable, Hashable {
  /// A size in pixels; 0×0 means that there will be none.
  public struct Dimensions: Sendable, Hashable, CustomStringConvertible {
    /// Pixels in a row.
    public let width: Int
    /// Rows.
    public let height: Int
    /// A size.
    public init(width: Int, height: Int) {
      self.width = width
      self.height = height
    }
    /// No picture.
    public static let none = Dimensions(width: 0, height: 0)
    /// For people: `1280x720`.
    public var description: String { "\(width)x\(height)" }
  }

  /// Names the capture.
  public let uniqueID: CaptureID
  /// When the shutter was pressed, on the session's clock.
  public let shutterTime: MediaTime
  /// The size of the still.
  public let photoDimensions: Dimensions
  /// The size of the movie; 0×0 when no Live Photo was asked for.
  public let livePhotoMovieDimensions: Dimensions
  /// How many times `didFinishProcessingPhoto` will be called.
  public let expectedPhotoCount: Int
  /// The name that ties still and movie together; `nil` when no Live Photo was asked for.
  public let contentIdentifier: PairIdentifier?
  /// Where the movie will be; `nil` when no Live Photo was asked for.
  public let livePhotoMoviePath: String?
  /// How much footage from before the shutter there is: less than configured just after the start.
  public let availablePreRoll: MediaTime

  /// Whether this is a Live Photo capture.
  public var isLive: Bool { livePhotoMovieDimensions != .none }

  /// Settings from their parts; public so that tests can make them.
  public init(
    uniqueID: CaptureID, shutterTime: MediaTime, photoDimensions: Dimensions, livePhotoMovieDimensions: Dimensions,
    expectedPhotoCount: Int, contentIdentifier: PairIdentifier?, livePhotoMoviePath: String?,
    availablePreRoll: MediaTime
  ) {
    self.uniqueID = uniqueID
    self.shutterTime = shutterTime
    self.photoDimensions = photoDimensions
    self.livePhotoMovieDimensions = livePhotoMovieDimensions
    self.expectedPhotoCount = expectedPhotoCount
    self.contentIdentifier = contentIdentifier
    self.livePhotoMoviePath = livePhotoMoviePath
    self.availablePreRoll = availablePreRoll
  }
}
