public import MediaCore

/// A movie that was recorded: a finished file and what is in it.
public struct RecordedMovie: Sendable, Hashable {
  /// The file.
  public let path: String
  /// The instant at which its first frame was taken, on the session's clock.
  public let startTime: MediaTime
  /// The time that it plays.
  public let duration: MediaTime
  /// Frames shown.
  public let frameCount: Int
  /// Frames that came and are not in it, because the encoder was too far behind.
  public let droppedFrameCount: Int
  /// A Boolean value that indicates whether the movie has sound.
  public let hasAudio: Bool
  /// Seconds of its sound that are silence in place of what was lost.
  public let audioFiller: MediaTime
  /// The file's size.
  public let byteCount: Int
  /// The library that compressed its sound; `nil` for PCM and for no sound.
  public let audioEncoder: AudioEncoder?
}
