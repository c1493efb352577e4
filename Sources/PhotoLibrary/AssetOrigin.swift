package import MediaCore

/// The date and place that an asset came with, from its files or from what lay beside them.
package struct AssetOrigin: Sendable, Hashable {
  /// When it was taken.
  package let date: WallTime?
  /// Where it was taken; `nil` if nothing told it.
  package let location: GeoLocation?

  /// Reads what ``keep(of:in:)`` has written; `nil` for anything else.
  init?(_ text: String) {
    let fields = text.split(separator: " ")
    guard fields.count == 6 else { return nil }
    date = Int64(fields[0]).flatMap { seconds in
      guard let nanosecond = Int(fields[1]), let offset = Int(fields[2]) else { return nil }
      return WallTime(secondsSince1970: seconds, nanosecond: nanosecond, utcOffsetSeconds: offset)
    }
    if let latitude = Double(fields[3]), let longitude = Double(fields[4]) {
      location = GeoLocation(
        latitudeDegrees: latitude, longitudeDegrees: longitude, altitudeMeters: Double(fields[5]))
    } else {
      location = nil
    }
  }

  /// Keeps an asset's date and place before somebody gives it others, unless somebody has done so before.
  static func keep(of id: Int64, in db: any CatalogConnection) throws {
    let row = try db.firstRow(
      of: """
        SELECT creationSeconds, creationNanosecond, creationOffset, latitude, longitude, altitude FROM asset
        WHERE id = \(id) AND cameWith IS NULL
        """)
    guard let row else { return }
    let whole = try (0..<3).map { try row.optionalInteger($0).map { "\($0)" } ?? "-" }
    let text = try (whole + (3..<6).map { try row.optionalReal($0).map { "\($0)" } ?? "-" }).joined(separator: " ")
    try db.execute("UPDATE asset SET cameWith = \(text) WHERE id = \(id)")
  }
}
