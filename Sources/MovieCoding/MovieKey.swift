import MediaCore

/// The names of the metadata keys that Live Photos have, in the namespace `mdta`.
package enum MovieKey {
  /// Ties the movie to its still: a UUID as text.
  package static let contentIdentifier = prefix + "content.identifier"
  /// When the movie begins: local time with its offset, `2025-05-26T09:27:06-0500`.
  package static let creationDate = prefix + "creationdate"
  /// Who made the camera.
  package static let make = prefix + "make"
  /// The camera's model.
  package static let model = prefix + "model"
  /// What recorded the movie.
  package static let software = prefix + "software"
  /// Where it was recorded, by ISO 6709: `+DD.DDDD-DDD.DDDD+AAA.AAA/`.
  package static let location = prefix + "location.ISO6709"
  /// Of timed metadata: where the still falls.
  package static let stillImageTime = prefix + "still-image-time"
  /// Of timed metadata: how the picture is turned, by Exif's numbers.
  package static let videoOrientation = prefix + "video-orientation"
  /// Of timed metadata: what a phone noted for each picture, in a private form.
  package static let livePhotoInfo = prefix + "live-photo-info"

  /// What all of them begin with.
  package static let prefix = "com.apple.quicktime."

  /// A date as the value of ``creationDate``.
  static func text(of date: WallTime) -> String { date.localString() + date.offsetString(separator: "") }
}
