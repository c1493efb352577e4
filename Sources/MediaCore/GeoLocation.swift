/// A place on earth, in degrees of WGS 84.
public struct GeoLocation: Sendable, Hashable {
  /// Degrees north of the equator, −90 to 90.
  public let latitudeDegrees: Double
  /// Degrees east of Greenwich, −180 to 180.
  public let longitudeDegrees: Double
  /// Metres above sea level, if known.
  public let altitudeMeters: Double?

  /// Creates a place from its coordinates; `nil` when one is not a number in its range.
  public init?(latitudeDegrees: Double, longitudeDegrees: Double, altitudeMeters: Double? = nil) {
    guard (-90...90).contains(latitudeDegrees), (-180...180).contains(longitudeDegrees) else { return nil }
    if let altitudeMeters, !(-1_000_000...1_000_000).contains(altitudeMeters) { return nil }
    self.latitudeDegrees = latitudeDegrees
    self.longitudeDegrees = longitudeDegrees
    self.altitudeMeters = altitudeMeters
  }

  /// Creates a place as movies write it, by ISO 6709 in decimal degrees: `+48.2082+016.3738+171.000/`.
  public init?(iso6709 text: String) {
    var numbers: [Double] = []
    var rest = text[...]
    while let sign = rest.first, sign == "+" || sign == "-" {
      let digits = rest.dropFirst().prefix { $0.isASCII && $0.isNumber || $0 == "." }
      guard digits.count < 20, let number = Double(digits) else { return nil }
      numbers.append(sign == "-" ? -number : number)
      rest = rest.dropFirst(1 + digits.count)
    }
    guard numbers.count == 2 || numbers.count == 3 else { return nil }
    self.init(
      latitudeDegrees: numbers[0], longitudeDegrees: numbers[1],
      altitudeMeters: numbers.count == 3 ? numbers[2] : nil)
  }
}
