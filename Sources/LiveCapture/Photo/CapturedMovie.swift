public import MediaCore

/// The movie of one Live Photo: a finished file, or its bytes, and what is in it.
public struct CapturedMovie: Sendable, Hashable {
  /// The file; empty for a movie that is handed over.
  public private(set) var path: String
  /// The time that it plays.
  public let duration: MediaTime
  /// The place on its timeline at which the still was taken.
  public let photoDisplayTime: MediaTime
  /// The number of frames that the movie shows.
  public let frameCount: Int
  /// The number of frames that the camera counted during the movie and that are missing from it.
  public let droppedFrameCount: Int
  /// A Boolean value that indicates whether the movie has sound.
  public let hasAudio: Bool
  /// The duration of the silence that replaces lost sound.
  public let audioFiller: MediaTime
  /// The file's size.
  public let byteCount: Int
  /// The library that compressed its sound; `nil` for PCM and for no sound.
  public let audioEncoder: AudioEncoder?
  private var bytes: [UInt8]?

  /// Creates a movie from its parts; public so that tests can make it. One that is handed over has `bytes` and no path.
  public init(
    path: String, duration: MediaTime, photoDisplayTime: MediaTime, frameCount: Int, droppedFrameCount: Int,
    hasAudio: Bool, audioFiller: MediaTime, byteCount: Int, audioEncoder: AudioEncoder? = nil,
    bytes: [UInt8]? = nil
  ) {
    self.path = path
    self.duration = duration
    self.photoDisplayTime = photoDisplayTime
    self.frameCount = frameCount
    self.droppedFrameCount = droppedFrameCount
    self.hasAudio = hasAudio
    self.audioFiller = audioFiller
    self.byteCount = byteCount
    self.audioEncoder = audioEncoder
    self.bytes = bytes
  }

  /// Returns the bytes of a QuickTime file; `nil` where the session has written it.
  public func fileDataRepresentation() -> [UInt8]? { bytes }

  /// Returns the movie without its bytes, such as for a log.
  public func withoutFileData(keepingPath: Bool = true) -> CapturedMovie {
    var movie = self
    movie.bytes = nil
    if !keepingPath { movie.path = "" }
    return movie
  }
}
