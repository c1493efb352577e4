package import MediaCore

/// The content of a Live Photo's movie: its pictures, its sound, and what ties it to its still.
package struct LivePhotoMovie: Sendable {
  /// The largest distance between a picture's own instant and the time at which it is shown: half a tick of the
  /// timeline.
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
  /// The maker of the camera, or `nil` if unknown.
  package var make: String?
  /// The camera's model, or `nil` if nobody knows.
  package var model: String?
  /// The name of the software that recorded the movie, or `nil`.
  package var software: String?
  /// The further metadata of the movie: keys of the namespace `mdta`, and texts. A key that the movie writes anyway
  /// takes the value given here.
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
