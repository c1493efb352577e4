import Diagnostics
public import MediaCore

/// The settings of one capture. A value: changing it after the call has no effect on the capture.
///
/// Settings are for one capture: asking again with the same identifier is an error. ``init(from:uniqueID:)`` copies
/// them under a new one. Hardly anything is checked before the capture, because settings do not know the output.
///
/// Stands for `AVCapturePhotoSettings` and `AVCapturePhotoBracketSettings`.
public struct PhotoSettings: Sendable, Hashable {
  /// Identifies the capture in its delegate's calls; no two settings share it.
  public private(set) var uniqueID: CaptureID
  /// The form of the processed still; `nil` for RAW alone.
  public var format: PhotoFormat?
  /// The kind of file of the processed still; `nil` goes with the format.
  public var processedFileType: PhotoFileType?
  /// The pixel format of the RAW still; `nil` for none.
  public var rawPixelFormat: PixelFormat?
  /// The kind of file of the RAW still; `nil` goes with the format.
  public var rawFileType: PhotoFileType?
  /// The photos of a bracket; empty for a single photo.
  public private(set) var bracket: [PhotoBracketElement] = []
  /// The destination of a Live Photo's movie; `nil` asks for no movie.
  public var livePhotoMovieDestination: LivePhotoMovieDestination?
  /// The path of the movie's file, whose name must be free; setting it asks for a Live Photo. `nil` without such a
  /// file.
  ///
  /// Stands for `livePhotoMovieFileURL`.
  public var livePhotoMoviePath: String? {
    get { if case .file(let path) = livePhotoMovieDestination { path } else { nil } }
    set { livePhotoMovieDestination = newValue.map { .file($0) } }
  }
  /// The compression of the movie; `nil` is the output's first. Captures that overlap share one encode for each codec.
  ///
  /// Stands for `livePhotoVideoCodecType`.
  public var livePhotoVideoCodec: VideoCodec?
  /// The metadata that is added to the movie's own.
  public private(set) var livePhotoMovieMetadata: [LivePhotoMetadataItem] = []
  /// The metadata that replaces or completes what the session writes into the still.
  public var metadata = PhotoMetadata()
  /// The use of the flash.
  public var flashMode = FlashMode.off
  /// The weight of the still's quality against the time that it takes.
  public var photoQualityPrioritization = PhotoQualityPrioritization.balanced
  /// The largest size of the still; `nil` is the format's.
  public var maxPhotoDimensions: ResolvedPhotoSettings.Dimensions?
  /// A Boolean value that indicates whether the still is to have the camera's full resolution. This is an older form of
  /// ``maxPhotoDimensions``: stills have full resolution anyway. When set, it needs
  /// ``PhotoOutput/isHighResolutionCaptureEnabled``, by rule V23.
  ///
  /// Stands for `isHighResolutionPhotoEnabled`.
  public var isHighResolutionPhotoEnabled = false
  /// A small picture as pixels beside the still.
  public var previewPhotoFormat: PhotoPreviewFormat?
  /// A small picture inside the processed still's file; `nil` embeds the usual one in a JPEG.
  public var embeddedThumbnailPhotoFormat: PhotoPreviewFormat?
  /// A small picture inside the RAW file.
  public var rawEmbeddedThumbnailPhotoFormat: PhotoPreviewFormat?
  /// A Boolean value that indicates whether red eyes are to be corrected, where that is possible.
  public var isAutoRedEyeReductionEnabled: Bool
  /// A Boolean value that indicates whether the still is to be stabilised, where that is possible. It is possible
  /// nowhere, so the setting has no effect, and is never an error. See
  /// ``PhotoOutput/isStillImageStabilizationSupported``.
  ///
  /// Apple's frameworks have given it up for ``photoQualityPrioritization``; it is there for what still sets it.
  public var isAutoStillImageStabilizationEnabled: Bool
  /// A Boolean value that indicates whether the shutter sound is to be suppressed, where that is possible.
  public var isShutterSoundSuppressionEnabled = false
  /// The further parts to deliver.
  public var deliveries: Set<PhotoDelivery> = []
  /// The turn of the picture for display, written as metadata; `nil` goes with the connection.
  public var orientation: Orientation?
  /// The instant of the press, on the session's clock: within the second before the call; `nil` is the call itself.
  public var shutterTime: MediaTime?
  /// The number of the frame that becomes the still, as ``VideoSampleBuffer`` has it: for example the frame that was on
  /// the screen when the user pressed, however late the press arrives. The frame's time is that of the shutter, and the
  /// session holds the frame from the call on. The call throws if the frame has left the ring. A bracket or a flash
  /// cannot be requested with it.
  public var frameSequence: UInt64?

  /// Creates the settings of a still, or of a Live Photo if there is a path for its movie.
  public init(
    uniqueID: CaptureID = .next(), format: PhotoFormat? = .jpeg, rawPixelFormat: PixelFormat? = nil,
    livePhotoMoviePath: String? = nil, livePhotoVideoCodec: VideoCodec? = nil, orientation: Orientation? = nil,
    shutterTime: MediaTime? = nil
  ) {
    self.uniqueID = uniqueID
    self.format = format
    self.rawPixelFormat = rawPixelFormat
    livePhotoMovieDestination = livePhotoMoviePath.map { .file($0) }
    self.livePhotoVideoCodec = livePhotoVideoCodec
    self.orientation = orientation
    self.shutterTime = shutterTime
    isAutoRedEyeReductionEnabled = format != nil
    isAutoStillImageStabilizationEnabled = rawPixelFormat == nil
  }

  /// Creates the settings of a bracket: several photos with different exposures.
  /// - Throws: ``CaptureError`` naming `bracketIsUniform` when there is none, or when some are manual and some not.
  public init(
    uniqueID: CaptureID = .next(), format: PhotoFormat? = .jpeg, rawPixelFormat: PixelFormat? = nil,
    bracket: [PhotoBracketElement]
  ) throws(CaptureError) {
    guard let first = bracket.first, bracket.allSatisfy({ $0.isManual == first.isManual }) else {
      throw CaptureError(
        breaking: .bracketIsUniform, context: "bracket",
        bracket.isEmpty
          ? "a bracket needs a photo" : "the photos of a bracket are all exposed by hand, or all by the camera")
    }
    self.init(uniqueID: uniqueID, format: format, rawPixelFormat: rawPixelFormat)
    self.bracket = bracket
    (isAutoRedEyeReductionEnabled, isAutoStillImageStabilizationEnabled) = (false, false)
  }

  /// Creates settings for another capture, equal but for the identifier.
  public init(from settings: PhotoSettings, uniqueID: CaptureID = .next()) {
    self = settings
    self.uniqueID = uniqueID
  }

  /// A Boolean value that indicates whether several photos are asked for, exposed differently.
  public var isBracket: Bool { !bracket.isEmpty }
  /// A Boolean value that indicates whether a Live Photo is asked for.
  public var isLive: Bool { livePhotoMovieDestination != nil }

  /// Sets the metadata that is added to the movie's own.
  /// - Throws: ``CaptureError`` naming `contentIdentifierIsOwn`: the pair's identifier is always the output's.
  public mutating func setLivePhotoMovieMetadata(_ items: [LivePhotoMetadataItem]) throws(CaptureError) {
    guard !items.contains(where: { $0.key == LivePhotoMetadataItem.contentIdentifierKey }) else {
      throw CaptureError(
        breaking: .contentIdentifierIsOwn, context: LivePhotoMetadataItem.contentIdentifierKey,
        "the identifier of a pair is drawn by the output; leave it out")
    }
    livePhotoMovieMetadata = items
  }

  var photoCount: Int { max(1, bracket.count) * ((format == nil ? 0 : 1) + (rawPixelFormat == nil ? 0 : 1)) }
}
