public import LiveCapture
public import MediaCore

/// The way in which the shutter is pressed.
public struct ScriptPress: Sendable, Hashable {
  /// The kind of photo that is asked for.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// A Live Photo.
    case live
    /// A still.
    case still
    /// A bracket.
    case bracket
    /// A bracket of RAW and processed stills.
    case rawBracket
    /// A RAW still.
    case raw
    /// A RAW still and a processed one.
    case rawAndStill
  }

  /// The kind of delegate that receives the capture's events.
  public enum Delegate: String, Sendable, Hashable, CaseIterable {
    /// A delegate that receives everything.
    case full
    /// A delegate that receives stills alone.
    case photos
    /// A delegate that receives no results.
    case bare
    /// No delegate.
    case none
  }

  /// The number of codec and pixel format that the request names, of which it must name one.
  public enum Format: String, Sendable, Hashable, CaseIterable {
    /// Either a codec or a pixel format, as required.
    case one
    /// Both a codec and a pixel format, which is an error.
    case both
    /// Neither a codec nor a pixel format, which is an error.
    case neither
  }

  /// The exposure of a bracket's photo by hand.
  public struct Exposure: Sendable, Hashable {
    /// The exposure time; `nil` keeps what is set.
    public var duration: MediaTime?
    /// The gain, in the camera's own unit; `nil` keeps the one that is set.
    public var gain: Double?

    /// Creates an exposure from its parts.
    public init(duration: MediaTime? = nil, gain: Double? = nil) {
      self.duration = duration
      self.gain = gain
    }
  }

  /// The kind of photo that is asked for.
  public var kind = Kind.live
  /// The compression of the still.
  public var codec = PhotoCodec.jpeg
  /// A still as pixels instead.
  public var pixels: PixelFormat?
  /// The compression of the movie; `nil` is the output's first.
  public var movieCodec: VideoCodec?
  /// The name of the movie's file in the script's folder; `nil` is the capture's number. Paths elsewhere are refused.
  public var movie: String?
  /// The delegate that receives the capture's events.
  public var delegate = Delegate.full
  /// The weight of the still's quality against the time that it takes.
  public var quality = PhotoQualityPrioritization.balanced
  /// The flash mode of the request.
  public var flash = FlashMode.off
  /// The turn of the picture.
  public var orientation: Orientation?
  /// A preview of such a size.
  public var preview: ResolvedPhotoSettings.Dimensions?
  /// The time from the press of the shutter to the call.
  public var lag = MediaTime.zero
  /// The biases of a bracket; `nil` is one less, none and one more where there are no exposures.
  public var biases: [Double]?
  /// The exposures of a bracket by hand. With biases beside them, which is an error, they come after these.
  public var exposures: [Exposure] = []
  /// The number of formats that the still is requested in; exactly one is correct.
  public var format = Format.one
  /// The largest size of the still.
  public var maxDimensions: ResolvedPhotoSettings.Dimensions?
  /// The entries of the still's metadata that the press asks for, by key.
  public var metadata: [String: String] = [:]
  /// The entries of the movie's metadata that the press asks for, by key.
  public var movieMetadata: [String: String] = [:]
  /// The number of the capture whose settings are used again, which is an error.
  public var again: Int?

  /// Creates a press that takes a Live Photo.
  public init(_ kind: Kind = .live) { self.kind = kind }
}

extension ScriptPress {
  func settings(
    number: Int, of output: ScriptOutput, in files: ScriptStore, at now: MediaTime
  ) throws(CaptureError) -> PhotoSettings {
    let id = CaptureID(rawValue: Int64(number))
    let format =
      switch self.format {
      case .one: pixels.map { PhotoFormat.pixels($0) } ?? PhotoFormat(codec: codec)
      case .both: PhotoFormat(codec: codec, pixelFormat: pixels ?? .bgra)
      case .neither: PhotoFormat()
      }
    let rawFormat = [.raw, .rawAndStill, .rawBracket].contains(kind) ? output.rawFormat : nil
    var settings: PhotoSettings
    switch kind {
    case .bracket, .rawBracket:
      settings = try PhotoSettings(uniqueID: id, format: format, rawPixelFormat: rawFormat, bracket: bracket)
    case .still, .raw, .rawAndStill:
      settings = PhotoSettings(uniqueID: id, format: kind == .raw ? nil : format, rawPixelFormat: rawFormat)
    case .live:
      settings = PhotoSettings(
        uniqueID: id, format: format, livePhotoMoviePath: files.path(movie ?? "\(number).mov"),
        livePhotoVideoCodec: movieCodec)
    }
    settings.photoQualityPrioritization = settings.rawPixelFormat == nil ? quality : .speed
    settings.flashMode = flash
    settings.orientation = orientation
    settings.maxPhotoDimensions = maxDimensions
    for (key, value) in metadata.sorted(by: { $0.key < $1.key }) {
      try settings.metadata.set(value, forKey: key)
    }
    if !movieMetadata.isEmpty {
      try settings.setLivePhotoMovieMetadata(
        movieMetadata.sorted { $0.key < $1.key }.map { LivePhotoMetadataItem(key: $0.key, value: $0.value) })
    }
    if let size = preview {
      settings.previewPhotoFormat = PhotoPreviewFormat(
        pixelFormat: output.photo.availablePreviewPhotoPixelFormatTypes.first, width: size.width, height: size.height)
    }
    if lag > .zero { settings.shutterTime = now - lag }
    return settings
  }

  private var bracket: [PhotoBracketElement] {
    (biases ?? (exposures.isEmpty ? [-1, 0, 1] : [])).map { .automatic(exposureTargetBias: $0) }
      + exposures.map { .manual(exposureDuration: $0.duration, sensitivity: $0.gain) }
  }
}
