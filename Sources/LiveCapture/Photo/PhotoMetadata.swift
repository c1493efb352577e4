import Diagnostics
import MediaCore

/// The metadata of a still, by ImageIO's names: dictionary and key, joined by a dot.
///
/// Values that are set here replace those that the session would write.
public struct PhotoMetadata: Sendable, Hashable {
  /// The keys that a still's file can hold.
  public enum Key: String, Sendable, Hashable, CaseIterable {
    /// The camera's maker.
    case make = "TIFF.Make"
    /// The camera's model.
    case model = "TIFF.Model"
    /// The program.
    case software = "TIFF.Software"
    /// The person who took the picture.
    case artist = "TIFF.Artist"
    /// The holder of the picture's copyright.
    case copyright = "TIFF.Copyright"
    /// A description of the picture.
    case imageDescription = "TIFF.ImageDescription"
    /// A remark.
    case userComment = "Exif.UserComment"
    /// The place where the picture was taken, by ISO 6709: `+48.2082+016.3738/`.
    case location = "GPS.ISO6709"
    /// The distance from the equator, in degrees; counts together with ``longitude``, and where ``location`` is not
    /// set.
    case latitude = "GPS.Latitude"
    /// The reference of the latitude, `N` or `S`; north if it is not set.
    case latitudeReference = "GPS.LatitudeRef"
    /// The distance from the meridian of Greenwich, in degrees.
    case longitude = "GPS.Longitude"
    /// The reference of the longitude, `E` or `W`; east if it is not set.
    case longitudeReference = "GPS.LongitudeRef"
    /// The altitude at which the picture was taken, in metres.
    case altitude = "GPS.Altitude"
    /// The reference of the altitude: 0 above the sea, 1 below; above if it is not set.
    case altitudeReference = "GPS.AltitudeRef"
    /// The date and time of the picture, in the local time of the shutter: `2026:11:21 08:53:50`.
    case dateTimeOriginal = "Exif.DateTimeOriginal"
    /// The exposure time in seconds: `0.01`. Written automatically where it was set for the photo.
    case exposureTime = "Exif.ExposureTime"
    /// The sensitivity in ISO, written automatically if the camera has a control in ISO that is set. Gains are not
    /// written.
    case isoSpeed = "Exif.ISOSpeedRatings"
    /// The exposure's intended deviation from its target, in EV. Written automatically where it was set for the photo.
    case exposureBias = "Exif.ExposureBiasValue"
    /// The exposure mode: 0 for automatic, 1 for manual, 2 for automatic within a bracket.
    case exposureMode = "Exif.ExposureMode"
    /// The flash mode that was asked for and the result, by Exif's bits; an odd number says that the flash fired.
    case flash = "Exif.Flash"

    /// The values to choose from, for the keys that hold a letter; `nil` for others.
    var words: [String]? {
      switch self {
      case .latitudeReference: ["N", "S"]
      case .longitudeReference: ["E", "W"]
      default: nil
      }
    }

    /// The range of values, for the keys that hold a number; `nil` for others.
    var numbers: ClosedRange<Double>? {
      switch self {
      case .exposureTime: 1e-6...3600
      case .isoSpeed: 1...65_535
      case .exposureBias: -1000...1000
      case .exposureMode: 0...2
      case .flash: 0...127
      case .latitude: 0...90
      case .longitude: 0...180
      case .altitude: 0...1_000_000
      case .altitudeReference: 0...1
      default: nil
      }
    }
  }

  /// The values that have been set.
  public private(set) var values: [Key: String] = [:]

  /// Creates metadata without values.
  public init() {}

  /// The value that is set under a key.
  public subscript(key: Key) -> String? { values[key] }

  /// Sets a value.
  /// - Throws: ``CaptureError`` naming `metadataKeyIsKnown` for an unknown key, a place that is none, or a number out
  ///   of range.
  public mutating func set(_ value: String, forKey name: String) throws(CaptureError) {
    func require(_ holds: Bool, _ message: @autoclosure () -> String) throws(CaptureError) {
      if !holds { throw CaptureError(breaking: .metadataKeyIsKnown, context: name, message()) }
    }
    let key = Key(rawValue: name)
    try require(key != nil, "a still holds \(Key.allCases.map(\.rawValue).joined(separator: ", "))")
    guard let key else { return }
    if let words = key.words {
      try require(words.contains(value), "\"\(value)\" is none of \(words.joined(separator: ", "))")
    }
    try require(
      key != .dateTimeOriginal || Self.date(value, utcOffset: 0) != nil,
      "\"\(value)\" is no date such as 2026:11:21 08:53:50")
    try require(key != .location || GeoLocation(iso6709: value) != nil, "\"\(value)\" is no place by ISO 6709")
    if let numbers = key.numbers {
      try require(
        Double(value).map { numbers.contains($0) } == true,
        "\"\(value)\" is no number from \(numbers.lowerBound) to \(numbers.upperBound)")
    }
    values[key] = value
  }

  /// Takes a value away.
  public mutating func remove(_ key: Key) { values[key] = nil }

  mutating func fill(from exposure: StillExposure) {
    func text(_ number: Double?) -> String? { number.map { $0 == $0.rounded() ? "\(Int($0))" : "\($0)" } }
    let known: [(Key, String?)] = [
      (.exposureTime, text(exposure.exposureSeconds)), (.isoSpeed, text(exposure.isoSpeed)),
      (.exposureBias, text(exposure.bias)), (.exposureMode, exposure.mode.map { "\($0.rawValue)" }),
      (.flash, exposure.flash.map { "\($0)" }),
    ]
    for (key, value) in known where values[key] == nil { values[key] = value }
  }

  private func number(_ key: Key) -> Double? { values[key].flatMap { Double($0) } }

  private var place: GeoLocation? {
    if let location = values[.location] { return GeoLocation(iso6709: location) }
    guard let latitude = number(.latitude), let longitude = number(.longitude) else { return nil }
    return GeoLocation(
      latitudeDegrees: values[.latitudeReference] == "S" ? -latitude : latitude,
      longitudeDegrees: values[.longitudeReference] == "W" ? -longitude : longitude,
      altitudeMeters: number(.altitude).map { number(.altitudeReference) == 1 ? -$0 : $0 })
  }

  /// A date as Exif writes it, and only so; a 30th of February is none.
  private static func date(_ text: String, utcOffset: Int) -> WallTime? {
    guard let read = ExifDate.parse(text, offset: nil, subsecond: nil)?.date else { return nil }
    let date = WallTime(
      secondsSince1970: read.secondsSince1970 - Int64(utcOffset), nanosecond: 0, utcOffsetSeconds: utcOffset)
    return date.localString(dateSeparator: ":", middle: " ") == text ? date : nil
  }

  /// Puts what was set in the place of what the session would write.
  func apply(to metadata: inout StillMetadata) {
    let texts: [(Key, WritableKeyPath<StillMetadata, String?>)] = [
      (.make, \.make), (.model, \.model), (.software, \.software), (.artist, \.artist), (.copyright, \.copyright),
      (.imageDescription, \.imageDescription), (.userComment, \.userComment),
    ]
    for (key, text) in texts { metadata[keyPath: text] = values[key] ?? metadata[keyPath: text] }
    metadata.location = place ?? metadata.location
    if let text = values[.dateTimeOriginal] {
      metadata.date = Self.date(text, utcOffset: metadata.date.utcOffsetSeconds) ?? metadata.date
    }
    metadata.exposure.exposureSeconds = number(.exposureTime) ?? metadata.exposure.exposureSeconds
    metadata.exposure.isoSpeed = number(.isoSpeed) ?? metadata.exposure.isoSpeed
    metadata.exposure.bias = number(.exposureBias) ?? metadata.exposure.bias
    metadata.exposure.mode =
      number(.exposureMode).flatMap { StillExposure.Mode(rawValue: UInt16($0)) } ?? metadata.exposure.mode
    metadata.exposure.flash = number(.flash).map { UInt16($0) } ?? metadata.exposure.flash
  }
}
