import MediaCore

/// What an asset is to be, besides what its files say. `nil` leaves a thing as it is.
struct AssetChanges: Sendable {
  var creationDate: WallTime?
  /// A place, or `.some(nil)` for none.
  var location: GeoLocation??
  var isFavorite: Bool?
  var isHidden: Bool?
}
