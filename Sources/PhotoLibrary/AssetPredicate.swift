public import MediaCore

/// A condition that selects assets. Stands for the predicates that `PHFetchOptions` understands.
public indirect enum AssetPredicate: Sendable, Hashable {
  /// Assets of a type.
  case mediaType(AssetMediaType)
  /// Assets with all of these subtypes.
  case mediaSubtypes(MediaSubtypes)
  /// Assets that are marked, or that are not.
  case isFavorite(Bool)
  /// Assets that are hidden, or that are not. Hidden ones must be asked for besides:
  /// ``FetchOptions/includeHiddenAssets``.
  case isHidden(Bool)
  /// Assets that were taken at an instant or later.
  case takenFrom(WallTime)
  /// Assets that were taken before an instant.
  case takenBefore(WallTime)
  /// Assets at least as long as this.
  case lasting(MediaTime)
  /// Assets of which something is missing, or that are not finished: a proxy stands for their photo, or their movie has
  /// failed; or assets that are whole.
  case isUnfinished(Bool)
  /// Assets with the samples of a sensor, or without.
  case hasRaw(Bool)
  /// Assets of which all of these hold; every asset if there are none.
  case all([AssetPredicate])
  /// Assets of which one of these holds; no asset if there are none.
  case any([AssetPredicate])
  /// Assets of which this does not hold.
  case not(AssetPredicate)
}
