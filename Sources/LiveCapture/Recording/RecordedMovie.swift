public import MediaCore

/// A movie that was recorded: a finished file and what is in it.
public struct RecordedMovie: Sendable, Hashable {
  /// The file.
  public let path: String
  /// The instant at which its first frame was taken, on the session's clock.
  public let startTime: MediaTime
  /// The time that it plays.
  public let duration: MediaTime
  /// The number of frames that the movie shows.
  public let frameCount: Int
  /// The number of frames that the movie lacks because the encoder was too far behind.
  public let droppedFrameCount: Int
  /// A Boolean value that indicates whether the movie has sound.
  public let hasAudio: Bool
  /// The duration of the silence that replaces lost sound.
  public let audioFiller: MediaTime
  /// The file's size.
  public let byteCount: Int
  /// The library that compressed its sound; `nil` for PCM and for no sound.
  public let audioEncoder: AudioEncoder?
}
