import FileStorage
package import MediaCore

/// What tells an asset's date where neither its still or movie nor whoever has added it does.
public enum AssetDateSource: String, Sendable, Hashable, CaseIterable {
  /// The movie of a Live Photo, whose still tells none.
  case movie
  /// The name of its file.
  case name
  /// The file's date of last change.
  case file

  /// The source in words, as a report tells it.
  public var words: String {
    switch self {
    case .movie: "date of its movie"
    case .name: "date from its name"
    case .file: "date of the file"
    }
  }
}

/// A date for an asset whose files tell none.
package struct AssetDateGuess: Sendable, Hashable {
  package let date: WallTime
  package let source: AssetDateSource

  package init(_ date: WallTime, from source: AssetDateSource) { (self.date, self.source) = (date, source) }
}

/// The date at which an asset was taken.
struct AssetDate {
  let date: WallTime
  /// What tells the date; `nil` for the still or the movie that stands for the asset, for what lay beside it, for
  /// whoever adds it, and for the present.
  let source: AssetDateSource?

  private init(_ date: WallTime, _ source: AssetDateSource? = nil) { (self.date, self.source) = (date, source) }

  /// The date that an asset's files tell, in the zone of `now` where nothing tells another; `nil` if they tell none.
  private init?(_ main: ResourceFacts?, beside movie: ResourceFacts?, now: WallTime) {
    if let date = main?.date(near: now, beside: movie) {
      self.init(date)
    } else if let date = movie?.date(near: now) {
      self.init(date, .movie)
    } else {
      return nil
    }
  }

  /// The date of a new asset: that of the request comes first, then those of its files, of what lay beside them, the
  /// guess, and the present.
  static func of(_ asset: StagedAsset, _ changes: AssetChanges, now: WallTime) -> AssetDate {
    if let date = changes.creationDate { return AssetDate(date) }
    if let told = AssetDate(asset.main?.facts, beside: asset.pairedVideo?.facts, now: now) { return told }
    if let date = changes.otherwise.date { return AssetDate(date) }
    return changes.guess.map { AssetDate($0.date, $0.source) } ?? AssetDate(now)
  }

  /// The seconds between the dates of a still and its movie up to which both tell the same moment.
  static let mostSecondsApart: Int64 = 5

  /// Gives an asset that has got its other half the date that both tell together, unless somebody has given it
  /// another.
  static func update(
    _ id: Int64, with part: StagedResource, as type: ResourceType, now: WallTime, _ folder: LibraryFolder,
    in db: any CatalogConnection
  ) throws {
    let other = facts(of: type == .photo ? .pairedVideo : .photo, of: id, folder, in: db)
    let (still, movie) = type == .photo ? (part.facts, other) : (other, part.facts)
    let row = try db.firstRow(
      of: "SELECT creationSeconds, creationOffset, dateSource, cameWith FROM asset WHERE id = \(id)")
    guard let row, let told = AssetDate(still, beside: movie, now: now) else { return }
    let seconds = told.date.secondsSince1970 - (try row.optionalInteger(0) ?? 0)
    let wallSeconds = seconds + Int64(told.date.utcOffsetSeconds) - (try row.integer(1))
    let isAsItCame = try row.optionalText(3) == nil
    let isGuess = try row.optionalText(2) != nil
    guard abs(seconds) <= mostSecondsApart || isAsItCame && (isGuess || abs(wallSeconds) <= mostSecondsApart) else {
      return
    }
    try db.execute(
      """
      UPDATE asset SET creationSeconds = \(told.date.secondsSince1970), creationNanosecond = \(told.date.nanosecond),
        creationOffset = \(told.date.utcOffsetSeconds), dateSource = \(told.source?.rawValue) WHERE id = \(id)
      """)
  }

  private static func facts(
    of type: ResourceType, of asset: Int64, _ folder: LibraryFolder, in db: any CatalogConnection
  ) -> ResourceFacts? {
    // A file that is gone or damaged tells nothing; a check tells of it.
    let name = try? db.firstRow(
      of: "SELECT fileName FROM resource WHERE assetID = \(asset) AND type = \(type.rawValue)")?.text(0)
    // As above.
    guard let path = name.flatMap(folder.path), let file = try? folder.files.open(path) else { return nil }
    // As above.
    return try? ResourceFacts.read(file, as: type, context: path)
  }
}
