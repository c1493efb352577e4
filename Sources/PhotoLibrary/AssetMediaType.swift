/// The types of assets. Stands for `PHAssetMediaType`.
public enum AssetMediaType: Int, Sendable, Hashable, CaseIterable {
  /// Nobody knows.
  case unknown = 0
  /// A photo; also a Live Photo.
  case image = 1
  /// A movie.
  case video = 2
  /// Sound alone.
  case audio = 3
}

/// The special properties of an asset. Stands for `PHAssetMediaSubtype`.
public struct MediaSubtypes: OptionSet, Sendable, Hashable {
  /// Apple's bits.
  public let rawValue: Int
  /// Creates the subtypes with these bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The photo is a panorama.
  public static let photoPanorama = Self(rawValue: 1)
  /// The photo was made of several exposures.
  public static let photoHDR = Self(rawValue: 2)
  /// A picture of a screen.
  public static let photoScreenshot = Self(rawValue: 4)
  /// A photo with the movie of the moments around it.
  public static let photoLive = Self(rawValue: 8)
  /// A photo with a depth map.
  public static let photoDepthEffect = Self(rawValue: 16)
  /// The photo or video is of what two eyes see.
  public static let spatialMedia = Self(rawValue: 1024)
  /// A movie that comes over the network.
  public static let videoStreamed = Self(rawValue: 1 << 16)
  /// The video is in slow motion.
  public static let videoHighFrameRate = Self(rawValue: 1 << 17)
  /// The video is in quick motion.
  public static let videoTimelapse = Self(rawValue: 1 << 18)
}

/// The manners in which assets are shown. Stands for `PHAsset.PlaybackStyle`.
public enum PlaybackStyle: Int, Sendable, Hashable, CaseIterable {
  /// The asset cannot be shown.
  case unsupported = 0
  /// A picture that stands still.
  case image = 1
  /// A picture that moves by itself.
  case imageAnimated = 2
  /// A Live Photo.
  case livePhoto = 3
  /// A movie.
  case video = 4
  /// A movie without an end.
  case videoLooping = 5
}
