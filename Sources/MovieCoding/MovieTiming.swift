package import MediaCore

/// What became of a movie's times when it was laid out.
package struct MovieTiming: Sendable, Hashable {
  /// The instant of the session at which the movie begins: that of the first picture shown.
  package let start: MediaTime
  /// How long the movie is, in the movie's timescale.
  package let duration: MediaTime
  /// Where in the movie the still falls: the time of a picture, in the movie's timescale.
  package let stillTime: MediaTime
  /// How many pictures are shown.
  package let visibleFrames: Int
  /// How many pictures are in the file before the first that is shown, because that one needs them.
  package let leadingFrames: Int
  /// How much of the movie has sound, in the movie's timescale; zero without a track for it.
  package let soundDuration: MediaTime
}
