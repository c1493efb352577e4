/// How many assets a library has that share a media type and special properties.
public struct AssetCount: Sendable, Hashable {
  /// Whether they are photos or movies.
  public let mediaType: AssetMediaType
  /// The properties that all of them have, and no others, such as `photoLive`.
  public let mediaSubtypes: MediaSubtypes
  /// How many there are.
  public let count: Int
}
