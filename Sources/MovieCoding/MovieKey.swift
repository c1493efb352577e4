import MediaCore

/// The names of the metadata keys that Live Photos have, in the namespace `mdta`.
package enum MovieKey {
  /// Ties the movie to its still: a UUID as text.
  package static let contentIdentifier = prefix + "content.identifier"
  /// The key for the time at which the movie begins: local time with its offset, `2025-05-26T09:27:06-0500`.
  package static let creationDate = prefix + "creationdate"
  /// The key for the maker of the camera.
  package static let make = prefix + "make"
  /// The camera's model.
  package static let model = prefix + "model"
  /// The key for the name of the software that recorded the movie.
  package static let software = prefix + "software"
  /// The key for the place of the recording by ISO 6709: `+DD.DDDD-DDD.DDDD+AAA.AAA/`.
  package static let location = prefix + "location.ISO6709"
  /// The key of timed metadata for the time of the still.
  package static let stillImageTime = prefix + "still-image-time"
  /// The key of timed metadata for the picture's orientation, by Exif's numbers.
  package static let videoOrientation = prefix + "video-orientation"
  /// The key of timed metadata for a phone's notes on each picture, in a private form.
  package static let livePhotoInfo = prefix + "live-photo-info"

  /// The text with which all keys begin.
  package static let prefix = "com.apple.quicktime."

  /// A date as the value of ``creationDate``.
  static func text(of date: WallTime) -> String { date.localString() + date.offsetString(separator: "") }
}
