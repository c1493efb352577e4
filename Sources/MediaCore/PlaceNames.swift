/// The names of metadata that tell of a place by themselves, in whatever kind of metadata they stand.
///
/// Follows what exiftool counts to its group of locations, and what other schemas, programs and phones say the same by.
package enum PlaceNames {
  private static let wholes: Set<String> = [
    "city", "country", "countrycode", "countryname", "provincestate", "stateprovince", "worldregion", "sublocation",
    "county", "municipality", "continent", "island", "islandgroup", "waterbody", "verbatimlocality", "highergeography",
    "footprintwkt", "verbatimcoordinates", "geography", "geotag", "geohash", "earthpos", "earthpose", "landmark",
    "ratingregion", "ratregion",
  ]
  private static let parts = [
    "gps", "location", "latitude", "longitude", "longtitude", "altitude", "locality", "iso6709",
  ]
  /// Names that have to do with something else, though a part of them has not.
  private static let others = ["isospeed", "subjectlocation"]

  // Those of the address of whoever took or owns a picture are none in XMP, which has them for that.
  private static let addressWholes: Set<String> = [
    "lat", "lon", "lng", "place", "places", "address", "state", "geo", "georeference",
  ]
  private static let addressParts = [
    "placemark", "placename", "postaladdress", "postalcode", "street", "thoroughfare", "administrativearea",
  ]

  /// Tells whether a property of XMP, or the keyword of a text, is about a place.
  package static func contains(_ name: String) -> Bool {
    let small = name.lowercased()
    return wholes.contains(small)
      || (parts.contains { small.contains($0) } && !others.contains { small.hasPrefix($0) })
  }

  /// Tells whether an entry of a property list, or a part of a QuickTime key, is about a place: addresses are as well.
  package static func containsWithAddresses(_ name: String) -> Bool {
    let small = name.lowercased()
    return contains(small) || addressWholes.contains(small) || addressParts.contains { small.contains($0) }
  }
}
