/// The cost of a session's movies since it was made.
public struct FootageStatistics: Sendable, Hashable {
  /// The number of stretches of video for which an encoder was created; captures that overlap share one.
  public internal(set) var stretches = 0
  /// The number of encoded frames.
  public internal(set) var encodedFrames = 0
  /// The number of movies that were cut from the stretches.
  public internal(set) var movies = 0
  /// The number of frames that these movies show; larger than ``encodedFrames`` if movies overlap.
  public internal(set) var shownFrames = 0
}
