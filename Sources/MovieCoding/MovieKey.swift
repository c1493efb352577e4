/// The names of the metadata keys that Live Photos have, in the namespace `mdta`.
public enum MovieKey {
  /// Ties the movie to its still: a UUID as text.
  public static let contentIdentifier = prefix + "content.identifier"
  /// When the movie begins: local time with its offset, `2025-05-26T09:27:06-0500`.
  public static let creationDate = prefix + "creationdate"
  /// Who made the camera.
  public static let make = prefix + "make"
  /// The camera's model.
  public static let model = prefix + "model"
  /// What recorded the movie.
  public static let software = prefix + "software"
  /// Where it was recorded, by ISO 6709: `+DD.DDDD-DDD.DDDD+AAA.AAA/`.
  public static let location = prefix + "location.ISO6709"
  /// How far the place may be off, in metres.
  public static let locationAccuracy = prefix + "location.accuracy.horizontal"
  /// Of timed metadata: where the still falls.
  public static let stillImageTime = prefix + "still-image-time"
  /// Of timed metadata: how the picture is turned, by Exif's numbers.
  public static let videoOrientation = prefix + "video-orientation"
  /// Of timed metadata: what a phone noted for each picture, in a private form.
  public static let livePhotoInfo = prefix + "live-photo-info"

  /// What all of them begin with.
  public static let prefix = "com.apple.quicktime."
}
