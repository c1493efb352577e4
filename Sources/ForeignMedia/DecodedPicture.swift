public import MediaCore
public import VideoCoding

/// A picture out of a movie.
public struct DecodedPicture: Sendable {
  /// The picture as stored: turned by no one.
  public let picture: I420Picture
  /// The time at which the picture begins to be shown, on the movie's timeline after edit lists.
  public let time: MediaTime
  /// The time until the next picture is shown; for the last one its duration by the file, or else that of the picture
  /// before.
  public let duration: MediaTime
}
