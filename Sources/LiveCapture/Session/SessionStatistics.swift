public import CaptureDevices

/// The deliveries of a camera to the session since it started.
public struct VideoStatistics: Sendable, Hashable {
  /// Frames that went into the ring.
  public internal(set) var received = 0
  /// Frames that did not make it, by reason.
  public internal(set) var skipped: [SkipReason: Int] = [:]
  /// Frames whose time lay before an earlier frame's, or strayed far from the others', and that were ignored.
  public internal(set) var outOfOrder = 0
  /// The number of times that the camera's clock jumped against the session's; later frames are mapped to it.
  public internal(set) var clockJumps = 0
  /// Frames in the ring now.
  public internal(set) var ringFrames = 0
  /// Bytes of the frames in the ring now.
  public internal(set) var ringBytes = 0
  /// Frames that fell out of the ring too early, because it may not hold more bytes.
  public internal(set) var earlyEvictions = 0

  /// All frames that did not make it.
  public var skippedCount: Int { skipped.values.reduce(0, +) + outOfOrder }
}

/// The deliveries of a microphone to the session since it started.
public struct AudioStatistics: Sendable, Hashable {
  /// Frames of sound that went into the ring, filler included.
  public internal(set) var received: Int64 = 0
  /// Frames of silence among them that stand for sound that was lost.
  public internal(set) var filler: Int64 = 0
  /// The number of times that sound was lost.
  public internal(set) var overruns = 0
  /// Samples that were no numbers, or larger than those of any sound, and are silence now.
  public internal(set) var invalid = 0
  /// The microphone's clock against the session's, in parts per million; above 0 it runs fast.
  public internal(set) var driftPPM = 0.0
}

/// The cost of a session's movies since it was made.
public struct FootageStatistics: Sendable, Hashable {
  /// Stretches of video for which an encoder was set up; captures that overlap share one.
  public internal(set) var stretches = 0
  /// Frames that were encoded.
  public internal(set) var encodedFrames = 0
  /// Movies that were cut out of the stretches.
  public internal(set) var movies = 0
  /// Frames that these movies show, all together. More than were encoded, when movies overlap.
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
