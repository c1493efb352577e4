public import CaptureDevices

/// The deliveries of a camera to the session since it started.
public struct VideoStatistics: Sendable, Hashable {
  /// The number of frames that were stored in the ring.
  public internal(set) var received = 0
  /// The numbers of frames that were not stored, by reason.
  public internal(set) var skipped: [SkipReason: Int] = [:]
  /// The number of frames that were ignored, because their time was before an earlier frame's or far from the others'.
  public internal(set) var outOfOrder = 0
  /// The number of times that the camera's clock jumped against the session's; later frames are mapped to it.
  public internal(set) var clockJumps = 0
  /// The number of frames in the ring.
  public internal(set) var ringFrames = 0
  /// The number of bytes of the frames in the ring.
  public internal(set) var ringBytes = 0
  /// The number of frames that left the ring too early, because of its limit of bytes.
  public internal(set) var earlyEvictions = 0

  /// The number of all frames that were not stored.
  public var skippedCount: Int { skipped.values.reduce(0, +) + outOfOrder }
}

/// The deliveries of a microphone to the session since it started.
public struct AudioStatistics: Sendable, Hashable {
  /// The number of frames of sound that were stored in the ring, including filler.
  public internal(set) var received: Int64 = 0
  /// The number of frames of silence among them that replace lost sound.
  public internal(set) var filler: Int64 = 0
  /// The number of times that sound was lost.
  public internal(set) var overruns = 0
  /// The number of samples that were not numbers, or out of range, and were replaced by silence.
  public internal(set) var invalid = 0
  /// The microphone's clock against the session's, in parts per million; above 0 it runs fast.
  public internal(set) var driftPPM = 0.0
}

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

/// The deliveries of a session's devices, and what was made of them.
public struct SessionStatistics: Sendable, Hashable {
  /// The camera's side; `nil` without a camera.
  public let video: VideoStatistics?
  /// The microphone's side; `nil` without a microphone.
  public let audio: AudioStatistics?
  /// The cost of movies; nothing is encoded while no capture is under way.
  public let footage: FootageStatistics
}
