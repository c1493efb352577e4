import MediaCore

/// Decides what a capture will really deliver.
struct PhotoResolver {
  let configuration: SessionConfiguration
  let order: PhotoOrder

  /// Whether a still costs so much that it is finished later: several frames in one, or HEVC.
  static func isDeferred(_ settings: PhotoSettings, _ features: OutputFeatures) -> Bool {
    guard features[.deferred], !settings.isBracket, settings.rawPixelFormat == nil,
      let codec = settings.format?.codec
    else { return false }
    return codec == .heic || settings.photoQualityPrioritization == .quality
  }

  /// What the order's settings come to. `identifier` names the pair; `processing` is how long such stills have taken.
  func resolve(
    identifier: PairIdentifier?, isFlashEnabled: Bool, processing: (_ isDeferred: Bool) -> TimeRange
  ) -> ResolvedPhotoSettings {
    let settings = order.settings
    let format = order.camera?.dimensions ?? order.deviceDimensions
    let photo = settings.maxPhotoDimensions ?? format
    let oldest = max(order.camera?.oldest ?? order.shutterTime, order.features.liveEarliest ?? .negativeInfinity)
    var resolved = ResolvedPhotoSettings(
      uniqueID: settings.uniqueID, shutterTime: order.shutterTime,
      photoDimensions: settings.format == nil ? .none : photo,
      livePhotoMovieDimensions: settings.isLive ? configuration.movieDimensions(of: format) : .none,
      expectedPhotoCount: settings.photoCount, contentIdentifier: identifier,
      livePhotoMoviePath: settings.livePhotoMoviePath,
      availablePreRoll: min(max(.zero, order.shutterTime - oldest), configuration.preRoll))
    if Self.isDeferred(settings, order.features) {
      resolved.deferredPhotoProxyDimensions = PhotoPreviewFormat().dimensions(
        of: photo, otherwise: StillMaker.proxySide)
    }
    resolved.photoProcessingTimeRange = processing(resolved.isDeferred)
    resolved.isFlashEnabled = isFlashEnabled
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
