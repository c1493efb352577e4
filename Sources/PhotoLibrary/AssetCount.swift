/// The number of assets of one kind.
public struct AssetCount: Sendable, Hashable {
  /// The type of the assets.
  public let mediaType: AssetMediaType
  /// The special properties of the assets.
  public let mediaSubtypes: MediaSubtypes
  /// The number of the assets.
  public let count: Int
}
