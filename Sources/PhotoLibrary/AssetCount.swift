/// How many assets there are of one kind.
public struct AssetCount: Sendable, Hashable {
  /// What they are.
  public let mediaType: AssetMediaType
  /// What is special about them.
  public let mediaSubtypes: MediaSubtypes
  /// How many.
  public let count: Int
}
