/// A place on earth, in degrees of WGS 84.
public struct GeoLocation: Sendable, Hashable {
  /// Degrees north of the equator, −90 to 90.
  public let latitudeDegrees: Double
  /// Degrees east of Greenwich, −180 to 180.
  public let longitudeDegrees: Double
  /// Metres above sea level, if known.
  public let altitudeMeters: Double?

  /// A place from its coordinates; `nil` when one is not a number in its range.
  public init?(latitudeDegrees: Double, longitudeDegrees: Double, altitudeMeters: Double? = nil) {
    guard (-90...90).contains(latitudeDegrees), (-180...180).contains(longitudeDegrees) else { return nil }
    if let altitudeMeters, !(-1_000_000...1_000_000).contains(altitudeMeters) { return nil }
    self.latitudeDegrees = latitudeDegrees
    self.longitudeDegrees = longitudeDegrees
    self.altitudeMeters = altitudeMeters
  }
}
