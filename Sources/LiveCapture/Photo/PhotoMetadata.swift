import MediaCore
import StillCoding

/// What a still says of itself, by ImageIO's names: dictionary and key, joined by a dot.
///
/// What is set here takes the place of what the session would write.
public struct PhotoMetadata: Sendable, Hashable {
  /// The keys that a still's file can hold.
  public enum Key: String, Sendable, Hashable, CaseIterable {
    /// Who made the camera.
    case make = "TIFF.Make"
    /// The camera's model.
    case model = "TIFF.Model"
    /// The program.
    case software = "TIFF.Software"
    /// Who took the picture.
    case artist = "TIFF.Artist"
    /// Whose picture it is.
    case copyright = "TIFF.Copyright"
    /// What it shows.
    case imageDescription = "TIFF.ImageDescription"
    /// A remark.
    case userComment = "Exif.UserComment"
    /// Where it was taken, by ISO 6709: `+48.2082+016.3738/`.
    case location = "GPS.ISO6709"
  }

  /// What has been set.
  public private(set) var values: [Key: String] = [:]

  /// Nothing set.
  public init() {}

  /// What is set under a key.
  public subscript(key: Key) -> String? { values[key] }

  /// Sets a value.
  /// - Throws: ``CaptureError`` naming `metadataKeyIsKnown` for a key that no still can hold, or a place that is none.
  public mutating func set(_ value: String, forKey name: String) throws(CaptureError) {
    guard let key = Key(rawValue: name) else {
      throw CaptureError(
        breaking: .metadataKeyIsKnown, context: name,
        "a still holds \(Key.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    if key == .location, GeoLocation(iso6709: value) == nil {
      throw CaptureError(breaking: .metadataKeyIsKnown, context: name, "\"\(value)\" is no place by ISO 6709")
    }
    values[key] = value
  }

  /// Puts what was set in the place of what the session would write.
  func apply(to metadata: inout StillMetadata) {
    metadata.make = values[.make] ?? metadata.make
    metadata.model = values[.model] ?? metadata.model
    metadata.software = values[.software] ?? metadata.software
    metadata.artist = values[.artist] ?? metadata.artist
    metadata.copyright = values[.copyright] ?? metadata.copyright
    metadata.imageDescription = values[.imageDescription] ?? metadata.imageDescription
    metadata.userComment = values[.userComment] ?? metadata.userComment
    metadata.location = values[.location].flatMap { GeoLocation(iso6709: $0) } ?? metadata.location
  }
}
