public import MediaCore
public import Simulator

/// What a player would see and hear of a movie of a scene.
///
/// All times are on the movie's own timeline, edit lists applied: zero is where a player begins.
public struct ProbedMovie: Sendable {
  /// One frame as it is shown.
  public struct Frame: Sendable, Hashable {
    /// When it is shown.
    public let time: MediaTime
    /// What its code says, or `nil` if none could be read.
    public let code: BarCode?
    /// Whether it is white but for the code.
    public let isFlash: Bool
  }

  /// How far a beep is from the picture of its second.
  public struct SyncReading: Sendable, Hashable {
    /// The second of the scene at which it sounded.
    public let second: Int64
    /// When it is heard.
    public let sound: MediaTime
    /// When the picture of that second is shown, by the codes of the frames next to it.
    public let picture: MediaTime
    /// How late the sound is against the picture; negative when it is early.
    public var offset: MediaTime { sound - picture }
  }

  /// Pixels in a row of the coded picture, before any rotation.
  public let width: Int
  /// Rows of the coded picture, before any rotation.
  public let height: Int
  /// Every frame that is shown, in order.
  public let frames: [Frame]
  /// The length of the video track as ffprobe tells it.
  public let videoDuration: MediaTime?
  /// When the first sample of timed metadata is due, which in a Live Photo marks the still; `nil` without any.
  public let stillTime: MediaTime?
  /// The length of the sound track as ffprobe tells it; `nil` without one.
  public let audioDuration: MediaTime?
  /// The length of the movie as ffprobe tells it.
  public let duration: MediaTime?
  /// From the first to the end of the last sample that is heard; `nil` without sound.
  public let soundRange: TimeRange?
  /// Frames of sound in a second; `nil` without sound.
  public let sampleRate: Int?
  /// When each whole beep begins to be heard.
  public let beeps: [MediaTime]
  /// The first channels of the sound, mixed to one, as it is heard from `soundRange.start` on.
  public let sound: [Float]

  /// When each white frame is shown.
  public var flashes: [MediaTime] { frames.filter(\.isFlash).map(\.time) }

  /// When an instant of the scene is shown, by the code of the frame nearest before it, or else the first one.
  public func time(ofSceneTime sceneTime: MediaTime) -> MediaTime? {
    let coded = frames.filter { $0.code != nil }
    let frame = coded.last { $0.code.map { $0.time <= sceneTime } ?? false } ?? coded.first
    return frame.flatMap { frame in frame.code.map { frame.time + sceneTime - $0.time } }
  }

  /// One reading for each beep that is heard while there are frames with codes.
  public var sync: [SyncReading] {
    let coded = frames.filter { $0.code != nil }
    return beeps.compactMap { beep in
      guard let frame = coded.last(where: { $0.time <= beep }) ?? coded.first, let code = frame.code else { return nil }
      let sceneTime = code.time + beep - frame.time
      let second = sceneTime.converted(toTimescale: 1).value
      let start = MediaTime(value: second, timescale: 1)
      return time(ofSceneTime: start).map { SyncReading(second: second, sound: beep, picture: $0) }
    }
  }
}
