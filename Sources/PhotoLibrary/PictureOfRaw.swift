import MediaCore

/// The asset of the picture that a camera has taken together with a raw photo, which came by itself: by name and date.
struct PictureOfRaw {
  /// The seconds that dates are rounded to, and those by which dates in unknown zones differ at most.
  private static let (slack, zones): (Int64, Int64) = (2, 14 * 3600)

  private let stem: String
  /// The date in seconds since 1970 UTC; `nil` if the raw photo does not tell its zone.
  private let seconds: Int64?
  /// The date by the clock on the wall.
  private let local: Int64

  /// `nil` for what is no raw photo, or tells no date.
  init?(_ raw: StagedResource) {
    guard raw.facts.contentType == .dng, let date = raw.facts.date else { return nil }
    stem = Self.stem(of: raw.originalFilename)
    seconds = raw.facts.hasOffset ? date.secondsSince1970 : nil
    local = date.secondsSince1970 + Int64(date.utcOffsetSeconds)
  }

  private static func stem(of name: String) -> String {
    (name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name).lowercased()
  }

  /// Returns the asset; `nil` if there is none, or several, or it has a raw photo.
  func find(in db: any CatalogConnection) throws -> (id: Int64, identifier: String)? {
    let reach = Self.zones + Self.slack
    let assets = try db.rows(
      of: """
        SELECT asset.id, asset.localIdentifier, resource.originalFilename, asset.creationSeconds, asset.creationOffset
        FROM asset JOIN resource ON resource.assetID = asset.id
        WHERE asset.creationSeconds BETWEEN \(local - reach) AND \(local + reach)
          AND asset.trashedSeconds IS NULL AND resource.type = \(ResourceType.photo.rawValue)
          AND resource.uniformTypeIdentifier != \(ContentType.dng.rawValue)
        """
    ) { row -> (id: Int64, identifier: String)? in
      let (created, offset) = (try row.integer(3), try row.integer(4))
      let isOfTime =
        abs(created + offset - local) <= Self.slack || seconds.map { abs(created - $0) <= Self.slack } ?? false
      let isOfName = Self.stem(of: try row.text(2)).utf8.elementsEqual(stem.utf8)
      return isOfTime && isOfName ? (try row.integer(0), try row.text(1)) : nil
    }.compactMap { $0 }
    guard assets.count == 1, let asset = assets.first,
      try ResourceType.isAsset(EditedFormRows(of: asset.id, in: db).types + [.alternatePhoto])
    else { return nil }
    return asset
  }
}
