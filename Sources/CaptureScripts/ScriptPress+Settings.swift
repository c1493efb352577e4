import LiveCapture
import MediaCore

extension ScriptPress {
  /// The settings that are asked for, of capture `number` at `now`.
  /// - Throws: `CaptureError` for what settings cannot hold.
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
    var settings: PhotoSettings
    switch kind {
    case .bracket, .rawBracket:
      settings = try PhotoSettings(
        uniqueID: id, format: format, rawPixelFormat: kind == .bracket ? nil : output.rawFormat,
        bracket: bracket)
    case .raw: settings = PhotoSettings(uniqueID: id, format: nil, rawPixelFormat: output.rawFormat)
    case .rawAndStill:
      settings = PhotoSettings(uniqueID: id, format: format, rawPixelFormat: output.rawFormat)
    case .still: settings = PhotoSettings(uniqueID: id, format: format)
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

  /// The photos of a bracket.
  private var bracket: [PhotoBracketElement] {
    (biases ?? (exposures.isEmpty ? [-1, 0, 1] : [])).map { .automatic(exposureTargetBias: $0) }
      + exposures.map { .manual(exposureDuration: $0.duration, sensitivity: $0.gain) }
  }
}
