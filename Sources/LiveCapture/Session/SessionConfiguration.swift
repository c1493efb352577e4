public import MediaCore

/// The settings of a session: how much footage it keeps, and how captures are encoded. The defaults suit a webcam on a
/// small machine.
public struct SessionConfiguration: Sendable, Hashable {
  /// The coding of movies' sound.
  public enum AudioCoding: Sendable, Hashable {
    /// AAC-LC at a bit rate for all channels together, in bits a second.
    case aac(bitRate: Int)
    /// The coding is 16-bit PCM, as phones write it.
    case linearPCM
  }

  /// The time before the shutter that a movie shows, at most: 0 to 10 seconds.
  public var preRoll = MediaTime(value: 3, timescale: 2)
  /// The time after the shutter that a movie shows: 0 to 10 seconds.
  public var postRoll = MediaTime(value: 3, timescale: 2)
  /// The time without a sample after which a device counts as stalled.
  public var stallTimeout = MediaTime(value: 3, timescale: 1)
  /// The most bytes of frames a camera's ring may hold. A ring that is too small for the pre-roll shortens it.
  /// Frames that wait for a movie's encoder may take twice as much; then the movie fails.
  public var maximumRingBytes = 512 << 20
  /// The time by which the movie encoder may fall behind the camera before the movie fails, the pre-roll not counted.
  public var maximumBacklog = MediaTime(value: 15, timescale: 1)
  /// The time by which a recording's encoder may fall behind before frames are dropped. Waiting frames take no more
  /// bytes than a ring.
  public var maximumRecordingBacklog = MediaTime(value: 2, timescale: 1)
  /// The policy that decides when the machine counts as not keeping up, and what is done about it.
  public var systemPressure = SystemPressurePolicy()
  /// The most captures that may be under way; further ones fail.
  public var maximumUnfinishedCaptures = 512
  /// The number of stills being made at once from which on an output counts as not ready.
  public var maximumUnfinishedStills = 8
  /// The mean brightness of the picture, from 0 to 1, below which an automatic flash is used.
  public var flashThreshold = 0.2
  /// The largest size of movies; larger pictures are scaled down.
  public var maximumMovieDimensions = ResolvedPhotoSettings.Dimensions(width: 1920, height: 1440)
  /// The quality of JPEGs that livecam encodes itself, 1 to 100.
  public var jpegQuality = 92
  /// The quality of HEIC stills, 1 to 100.
  public var heicQuality = 80
  /// x265's preset for HEIC stills. Encoding a still takes from tenths of a second to seconds, in parallel with the
  /// session.
  public var heicPreset = MovieEncoderSettings.Preset.veryfast
  /// x264's preset for H.264 movies.
  public var videoPreset = MovieEncoderSettings.Preset.veryfast
  /// x264's constant rate factor for H.264 movies: lower is better and larger, 1 to 51.
  public var videoQuality = 20
  /// x265's preset for HEVC movies.
  public var hevcPreset = MovieEncoderSettings.Preset.ultrafast
  /// x265's constant rate factor for HEVC movies: lower is better and larger, 1 to 51.
  public var hevcQuality = 24
  /// Codecs whose preset is chosen by the machine's measured speed, in place of ``videoPreset`` or ``hevcPreset``.
  ///
  /// The same footage then gives other bytes on other machines. ``SessionEvent/didChooseEncoding(_:at:)`` reports the
  /// choice.
  public var pacedCodecs: Set<VideoCodec> = []
  /// The longest distance between sync samples.
  public var syncInterval = MediaTime(value: 1, timescale: 2)
  /// The number of threads of the movie encoder; 0 means one for each of the environment's processors
  /// (``CaptureEnvironment/processorCount``), up to 4, fewer for small movies. H.264 has other bytes with other
  /// threads.
  public var videoThreads = 0
  /// The coding of movies' sound.
  public var audioCoding = AudioCoding.aac(bitRate: 96_000)
  /// The library that compresses sound to AAC. The default gives the same bytes on every machine.
  public var audioEncoder = AudioEncoder.visualOn
  /// The maker written into stills and movies.
  public var make = "livecam"
  /// The software written into stills and movies.
  public var software = "livecam"

  /// Creates the defaults.
  public init() {}

  /// Returns the threads of a movie's encoder: as set, or one for each processor, up to one for each slice of enough
  /// rows.
  func threads(width: Int, height: Int) -> Int {
    let (most, fewestRows) = (4, 12)
    let rows = (max(1, height) + 15) / 16
    return videoThreads > 0 ? videoThreads : max(1, min(processorCount, most, rows / fewestRows))
  }

  /// The library that compresses the sound of movies; `nil` for PCM.
  var usedAudioEncoder: AudioEncoder? { if case .aac = audioCoding { audioEncoder } else { nil } }

  /// The part of the time that a movie's encoder may take, to have done the pre-roll as well when the last frame comes.
  var paceLimit: Double {
    max(0.25, postRoll.seconds / max((preRoll + postRoll).seconds, 0.001))
  }

  /// The processors that work can be spread over. A session takes its environment's.
  var processorCount = CaptureEnvironment.onlineProcessorCount

  /// Indicates whether H.264 has the same bytes on every processor. A session takes its environment's value.
  var isCPUIndependent = false

  /// The size of the movie of a camera's frames: even, their aspect ratio kept, within the limit.
  func movieDimensions(of frame: ResolvedPhotoSettings.Dimensions) -> ResolvedPhotoSettings.Dimensions {
    let limit = maximumMovieDimensions
    guard frame.width > limit.width || frame.height > limit.height else {
      return .init(width: frame.width & ~1, height: frame.height & ~1)
    }
    let scale = min(Double(limit.width) / Double(frame.width), Double(limit.height) / Double(frame.height))
    func even(_ length: Int) -> Int { max(2, Int((Double(length) * scale / 2).rounded()) * 2) }
    return .init(width: even(frame.width), height: even(frame.height))
  }

  // Eight frames leave about a third of the noise; within a quarter of a second hardly anything moves.
  static let stackedFrames = 8
  static let stackReach = MediaTime(value: 1, timescale: 4)
  // A still that shows something else than what was there at the shutter is none of it.
  static let substituteReach = MediaTime(value: 1, timescale: 2)
  static let longestRoll = MediaTime(value: 10, timescale: 1)
  // Frames arrive, and the shutter is handled, a moment later: the ring reaches back further than the pre-roll.
  static let ringMargin = MediaTime(value: 1, timescale: 1)
  // In nanoseconds like instants: a sum of unlike timescales takes a division of wide integers, here with every sample.
  var ringRetention: MediaTime { (preRoll + Self.ringMargin).converted(toTimescale: 1_000_000_000) }

  func validate() throws(CaptureError) {
    func check(_ holds: Bool, _ setting: String, _ message: String) throws(CaptureError) {
      if !holds { throw CaptureError(.invalidSettings, context: setting, message: message) }
    }
    for (name, roll) in [("preRoll", preRoll), ("postRoll", postRoll)] {
      try check(
        roll.isNumeric && roll >= .zero && roll <= Self.longestRoll, name, "must lie between 0 and 10 seconds")
    }
    try check(preRoll + postRoll > .zero, "preRoll and postRoll", "must not both be 0: the movie would be empty")
    for (name, time) in [
      ("stallTimeout", stallTimeout), ("maximumBacklog", maximumBacklog),
      ("maximumRecordingBacklog", maximumRecordingBacklog), ("syncInterval", syncInterval),
    ] { try check(time > .zero && time.isNumeric, name, "must be above 0 seconds") }
    for (name, count) in [
      ("maximumRingBytes", maximumRingBytes), ("maximumUnfinishedCaptures", maximumUnfinishedCaptures),
      ("maximumUnfinishedStills", maximumUnfinishedStills),
    ] { try check(count > 0, name, "must be above 0") }
    let pressure = systemPressure
    for (name, time) in [
      ("window", pressure.window), ("holdTime", pressure.holdTime), ("recoveryTime", pressure.recoveryTime),
    ] {
      try check(
        time.isNumeric && time > .zero && time <= MediaTime(value: 3600, timescale: 1), "systemPressure.\(name)",
        "must lie above 0 seconds, and within an hour")
    }
    for (name, thresholds) in [("frameLoss", pressure.frameLoss), ("backlog", pressure.backlog)] {
      try check(thresholds.isValid, "systemPressure.\(name)", "thresholds must rise from above 0")
    }
    try check(
      maximumMovieDimensions.width >= 16 && maximumMovieDimensions.height >= 16, "maximumMovieDimensions",
      "must be 16x16 at least")
    for (name, value, range) in [
      ("jpegQuality", jpegQuality, 1...100), ("heicQuality", heicQuality, 1...100),
      ("videoQuality", videoQuality, 1...51),
      ("hevcQuality", hevcQuality, 1...51), ("videoThreads", videoThreads, 0...64),
    ] {
      try check(range.contains(value), name, "must lie between \(range.lowerBound) and \(range.upperBound)")
    }
    if case .aac(let bitRate) = audioCoding {
      try check((16_000...512_000).contains(bitRate), "audioCoding", "AAC takes 16 000 to 512 000 bits a second")
    }
  }
}

extension AudioEncoder {
  /// The message about a missing encoder: what cannot be done without it, and the remedies.
  var absence: String {
    "the microphone's sound cannot be compressed: this machine lacks the encoder \(rawValue). Install it and configure the "
      + "session again, take the sound as linear PCM, or go on without the microphone"
  }
}
