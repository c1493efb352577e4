import MediaCore

extension GeoLocation {
  /// The altitudes at which cameras are, in metres: from the deepest sea up to balloons.
  package static let possibleAltitudes = -12_000.0...50_000

  /// Tells whether two altitudes in metres are those of different places. Satellites tell heights badly, and 0 stands
  /// for one that is not known, too.
  package static func areFarApart(_ one: Double, _ other: Double) -> Bool {
    one != 0 && other != 0 && abs(one - other) > 1000
  }
}
