public import MediaCore

/// The settings that a capture will really have. The same value goes with every event of the capture.
///
/// Stands for `AVCaptureResolvedPhotoSettings`.
public struct ResolvedPhotoSettings: Sendable, Hashable {
  /// A size in pixels; 0×0 means that there will be none.
  public struct Dimensions: Sendable, Hashable, CustomStringConvertible {
    /// The width in pixels.
    public let width: Int
    /// The height in pixels.
    public let height: Int
    /// Creates a size.
    public init(width: Int, height: Int) {
      self.width = width
      self.height = height
    }
    /// The dimensions of a picture that is not taken.
    public static let none = Dimensions(width: 0, height: 0)
    /// A text for people: `1280x720`.
    public var description: String { "\(width)x\(height)" }
  }

  /// Identifies the capture: that of the ``PhotoSettings`` it was requested with.
  public var uniqueID: CaptureID
  /// The instant of the press, on the session's clock.
  public var shutterTime: MediaTime
  /// The size of the processed still; 0×0 for RAW alone.
  public var photoDimensions: Dimensions
  /// The size of the RAW still.
  public var rawPhotoDimensions = Dimensions.none
  /// The size of the preview, its aspect ratio the photo's.
  public var previewDimensions = Dimensions.none
  /// The size of the thumbnail inside the processed still's file; 0×0 if none was requested, and then the file may have
  /// one of a default size.
  public var embeddedThumbnailDimensions = Dimensions.none
  /// The size of the picture inside the RAW file, if one was asked for.
  public var rawEmbeddedThumbnailDimensions = Dimensions.none
  /// The size of the movie; 0×0 when no Live Photo was asked for.
  public var livePhotoMovieDimensions: Dimensions
  /// The size of the proxy; 0×0 when the still is not deferred.
  public var deferredPhotoProxyDimensions = Dimensions.none
  /// A Boolean value that indicates whether the flash will be used.
  public var isFlashEnabled = false
  /// A Boolean value that indicates whether red eyes are corrected. Always `false`: a webcam's light does not cause
  /// them, and nothing looks for them.
  public var isRedEyeReductionEnabled = false
  /// A Boolean value that indicates whether quality gave way to the next shot.
  public var isFastCapturePrioritizationEnabled = false
  /// The time that the photos are likely to take from their frame on, by what such stills took so far; empty at first.
  public var photoProcessingTimeRange = TimeRange.zero
  /// The number of times that `didFinishProcessingPhoto` will be called.
  public var expectedPhotoCount: Int
  /// The name that ties still and movie together; `nil` when no Live Photo was asked for.
  public var contentIdentifier: PairIdentifier?
  /// The path of the movie; `nil` when it is handed over, or no Live Photo was asked for.
  public var livePhotoMoviePath: String?
  /// The duration of the available footage from before the shutter: less than configured just after the start.
  public var availablePreRoll: MediaTime

  /// A Boolean value that indicates whether a proxy is delivered in place of the still, which is finished later.
  public var isDeferred: Bool { deferredPhotoProxyDimensions != .none }

  /// A Boolean value that indicates whether the capture is a Live Photo.
  public var isLive: Bool { livePhotoMovieDimensions != .none }

  /// Creates resolved settings for tests. Parts that are left out count as not requested.
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
