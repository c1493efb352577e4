/// The properties of an asset that follow from its resources.
struct AssetTraits: Sendable, Hashable {
  let mediaType: AssetMediaType
  let subtypes: MediaSubtypes
  let style: PlaybackStyle
  /// The size of the asset as it is seen: edited forms come before original ones.
  let size: PixelSize
  /// Indicates whether the asset's photo is still the proxy of one.
  let isUnfinished: Bool
  /// Indicates whether the asset has the samples of a sensor.
  let hasRaw: Bool

  init(of resources: [(type: ResourceType, size: PixelSize, contentType: ContentType)]) {
    let types = Set(resources.map(\.type))
    let (isVideo, isLive) = (types.contains(.video), types.contains(.pairedVideo))
    mediaType = isVideo ? .video : .image
    subtypes = isLive ? .photoLive : []
    style = isVideo ? .video : isLive ? .livePhoto : .image
    let shown: [ResourceType] = [.fullSizePhoto, .fullSizeVideo, .photo, .photoProxy, .video]
    size = shown.lazy.compactMap { type in resources.first { $0.type == type }?.size }.first ?? .zero
    isUnfinished = types.contains(.photoProxy)
    hasRaw = resources.contains { $0.contentType == .dng || $0.contentType == .tiff }
  }
}
