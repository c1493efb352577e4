public import LiveCapture
public import MediaCore

extension ResolvedPhotoSettings {
  /// Creates settings as an output resolves them, for tests of code that receives them. The default is a still of
  /// 640x480.
  ///
  /// The capture's number is drawn like any other's. A path, or a size of the movie, makes it a Live Photo. Size, path,
  /// identifier and pre-roll then have these defaults: a name by the number, the size of the photo, a fixed identifier,
  /// 1.5 seconds.
  public static func make(
    uniqueID: CaptureID = .next(), shutterTime: MediaTime = .seconds(1000),
    photoDimensions: Dimensions = Dimensions(width: 640, height: 480), rawPhotoDimensions: Dimensions = .none,
    previewDimensions: Dimensions = .none, embeddedThumbnailDimensions: Dimensions = .none,
    rawEmbeddedThumbnailDimensions: Dimensions = .none, livePhotoMovieDimensions: Dimensions? = nil,
    deferredPhotoProxyDimensions: Dimensions = .none, isFlashEnabled: Bool = false,
    isRedEyeReductionEnabled: Bool = false, isFastCapturePrioritizationEnabled: Bool = false,
    photoProcessingTimeRange: TimeRange = .zero, expectedPhotoCount: Int = 1, contentIdentifier: PairIdentifier? = nil,
    livePhotoMoviePath: String? = nil,
    availablePreRoll: MediaTime? = nil
  ) -> ResolvedPhotoSettings {
    let isLive = livePhotoMoviePath != nil || (livePhotoMovieDimensions ?? .none) != .none
    var settings = ResolvedPhotoSettings(
      uniqueID: uniqueID, shutterTime: shutterTime, photoDimensions: photoDimensions,
      livePhotoMovieDimensions: livePhotoMovieDimensions ?? (isLive ? photoDimensions : .none),
      expectedPhotoCount: expectedPhotoCount,
      contentIdentifier: contentIdentifier ?? (isLive ? .sample : nil),
      livePhotoMoviePath: livePhotoMoviePath ?? (isLive ? "\(uniqueID).mov" : nil),
      availablePreRoll: availablePreRoll ?? (isLive ? .seconds(1.5) : .zero))
    settings.rawPhotoDimensions = rawPhotoDimensions
    settings.previewDimensions = previewDimensions
    settings.embeddedThumbnailDimensions = embeddedThumbnailDimensions
    settings.rawEmbeddedThumbnailDimensions = rawEmbeddedThumbnailDimensions
    settings.deferredPhotoProxyDimensions = deferredPhotoProxyDimensions
    settings.isFlashEnabled = isFlashEnabled
    settings.isRedEyeReductionEnabled = isRedEyeReductionEnabled
    settings.isFastCapturePrioritizationEnabled = isFastCapturePrioritizationEnabled
    settings.photoProcessingTimeRange = photoProcessingTimeRange
    return settings
  }
}

extension PairIdentifier {
  /// An identifier that is always the same, for tests that need one and do not care which.
  public static let sample: PairIdentifier = {
    var numbers = SeededRandom(seed: 1)
    return PairIdentifier(using: &numbers)
  }()
}
