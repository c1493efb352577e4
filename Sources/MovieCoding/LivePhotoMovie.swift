package import MediaCore

/// What is to be written as the movie of a Live Photo: its pictures, its sound, and what ties it to its still.
package struct LivePhotoMovie: Sendable {
  /// How far from its own instant a picture may be shown: half a tick of the timeline.
  package static let pictureRounding = MediaTime(value: 1, timescale: 2 * VideoTimeline.timescale)

  package var video: MovieVideoTrack
  /// The sound, or `nil` for a silent movie without a track for it.
  package var audio: MovieAudioTrack?
  /// Ties the movie to its still.
  package var identifier: PairIdentifier
  /// The stretch of the session that the movie shows. It begins with the first picture in it.
  package var window: TimeRange
  /// The instant of the still, on the session's clock: that of one of the pictures, or near it.
  package var stillTime: MediaTime
  /// The local date of the movie's beginning.
  package var creationDate: WallTime
  /// Who made the camera, or `nil` if nobody knows.
  package var make: String?
  /// The camera's model, or `nil` if nobody knows.
  package var model: String?
  /// What recorded the movie, or `nil`.
  package var software: String?
  /// What else it says of itself: keys of the namespace `mdta`, and texts. A key that the movie writes anyway takes
  /// the value given here.
  package var moreMetadata: [(key: String, value: String)] = []

  package init(
    video: MovieVideoTrack, audio: MovieAudioTrack?, identifier: PairIdentifier, window: TimeRange,
    stillTime: MediaTime, creationDate: WallTime, make: String? = nil, model: String? = nil, software: String? = nil
  ) {
    self.video = video
    self.audio = audio
    self.identifier = identifier
    self.window = window
    self.stillTime = stillTime
    self.creationDate = creationDate
    self.make = make
    self.model = model
    self.software = software
  }
}
