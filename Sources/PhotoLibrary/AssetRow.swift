import MediaCore
import StillCoding

extension Asset {
  /// The columns of a row. The types of resources are those of full-size forms.
  static let columns = """
    asset.id, asset.localIdentifier, asset.mediaType, asset.mediaSubtypes, asset.playbackStyle, asset.pixelWidth,
    asset.pixelHeight, asset.durationNanoseconds, asset.creationSeconds, asset.creationNanosecond, asset.creationOffset,
    asset.modificationSeconds, asset.modificationNanosecond, asset.modificationOffset, asset.latitude, asset.longitude,
    asset.altitude, asset.isFavorite, asset.isHidden, asset.isSelected, asset.contentVersion, asset.trashedSeconds,
    asset.remark, asset.isUnfinished, asset.hasRaw, asset.cameWith,
    (SELECT count(*) FROM resource WHERE resource.assetID = asset.id AND resource.type IN (5, 6, 10)) AS adjustments,
    asset.dateSource
    """

  /// Reads a row of ``columns``. The database may have been written by anybody: what cannot be becomes what can.
  init(_ row: SQLRow) throws {
    func number(_ index: Int) throws -> Int64 { try row.integer(index) }
    func flag(_ index: Int) throws -> Bool { try number(index) != 0 }
    func size(_ index: Int) throws -> Int { Int(clamping: max(0, try number(index))) }
    func date(_ index: Int) throws -> WallTime? {
      guard let seconds = try row.optionalInteger(index) else { return nil }
      return WallTime(
        secondsSince1970: seconds, nanosecond: Int(try number(index + 1)),
        utcOffsetSeconds: Int(try number(index + 2)))
    }
    id = try number(0)
    localIdentifier = try row.text(1)
    mediaType = AssetMediaType(rawValue: Int(try number(2))) ?? .unknown
    mediaSubtypes = MediaSubtypes(rawValue: Int(try number(3)))
    playbackStyle = PlaybackStyle(rawValue: Int(try number(4))) ?? .unsupported
    pixelWidth = try size(5)
    pixelHeight = try size(6)
    let nanoseconds = max(0, try number(7))
    duration = MediaTime(nanoseconds: nanoseconds)
    creationDate = try date(8)
    modificationDate = try date(11) ?? WallTime(secondsSince1970: 0, nanosecond: 0, utcOffsetSeconds: 0)
    if let latitude = try row.optionalReal(14),
      let longitude = try row.optionalReal(15)
    {
      location = GeoLocation(
        latitudeDegrees: latitude, longitudeDegrees: longitude,
        altitudeMeters: try row.optionalReal(16))
    } else {
      location = nil
    }
    isFavorite = try flag(17)
    isHidden = try flag(18)
    isSelected = try flag(19)
    contentVersion = try number(20)
    trashedDate = try row.optionalInteger(21).map {
      WallTime(secondsSince1970: $0, nanosecond: 0, utcOffsetSeconds: 0)
    }
    remark = try row.optionalText(22)
    isUnfinished = try flag(23)
    hasRaw = try flag(24)
    origin = try row.optionalText(25).flatMap { AssetOrigin($0) }
    hasAdjustments = try flag(26)
    let source = try row.optionalText(27).flatMap { AssetDateSource(rawValue: $0) }
    // Somebody has given it another date.
    if let origin, origin.date != creationDate { dateSource = nil } else { dateSource = source }
  }
}
