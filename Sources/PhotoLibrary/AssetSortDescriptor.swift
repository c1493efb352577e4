/// An order of assets by one of their properties. Stands for the sort descriptors that `PHFetchOptions` understands.
public struct AssetSortDescriptor: Sendable, Hashable {
  /// A property with an order.
  public enum Key: String, Sendable, Hashable, CaseIterable {
    /// The date at which an asset was taken; assets without a date come first.
    case creationDate
    /// The order in which assets were added to the library.
    case addedOrder = "id"
    /// The date at which an asset was last changed.
    case modificationDate
    /// The type of an asset.
    case mediaType
    /// The number of pixels in a row.
    case pixelWidth
    /// The number of rows.
    case pixelHeight
    /// The length of an asset.
    case duration
    /// The user's mark; assets without it come first.
    case isFavorite
  }

  /// The property.
  public var key: Key
  /// A Boolean value that indicates whether small values come first.
  public var ascending: Bool

  /// Creates an order by a property.
  public init(_ key: Key, ascending: Bool = true) {
    self.key = key
    self.ascending = ascending
  }
}
