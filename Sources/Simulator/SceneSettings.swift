public import MediaCore

/// The settings of a ``Scene`` and the devices that film it.
public struct SceneSettings: Sendable, Hashable {
  /// The seed of the picture's texture, the noise and the jitter. Equal seeds give equal bytes.
  public var seed: UInt64
  /// The time from a frame's timestamp, the start of exposure, to its delivery. `nil` is one frame interval, about what
  /// real cameras take.
  public var frameLatency: MediaTime?
  /// The largest error of a frame's timestamp, in either direction. Kept below a third of the frame interval, so that
  /// timestamps never go backwards.
  public var timestampJitter: MediaTime
  /// The frames by which the camera may fall behind before it drops what is late. Only a real clock runs late.
  public var maximumLateFrames: Int
  /// The excess of the microphone's sample clock over the session's clock, in parts per million.
  public var microphoneSkewPPM: Double
  /// The lateness of stamps on readings of the microphone's clock, at most. Readings of real
  /// devices are late, hardly ever early. Kept below a period of 10 ms.
  public var audioReadingJitter: MediaTime
  /// The level of the noise under the beeps in dB of full scale, or `nil` for silence. 0 or less.
  public var noiseLevel: Double?
  /// The coding of the microphone's samples.
  public var sampleFormat: SampleFormat
  /// The quality of MJPEG frames, 1 to 100.
  public var jpegQuality: Int
  /// The number of pictures that are painted, of the scene's first frames; from then on they come again, so that hours
  /// of virtual time cost no painting. `nil` paints every frame.
  public var pictureCount: Int?

  /// Creates settings; by default those of an exact camera and a microphone with quiet noise at −60 dB.
  public init(
    seed: UInt64 = 1, frameLatency: MediaTime? = nil, timestampJitter: MediaTime = .zero,
    maximumLateFrames: Int = 8, microphoneSkewPPM: Double = 0, audioReadingJitter: MediaTime = .zero,
    noiseLevel: Double? = -60, sampleFormat: SampleFormat = .s16, jpegQuality: Int = 85,
    pictureCount: Int? = nil
  ) {
    self.seed = seed
    self.frameLatency = frameLatency
    self.timestampJitter = timestampJitter
    self.maximumLateFrames = maximumLateFrames
    self.microphoneSkewPPM = microphoneSkewPPM
    self.audioReadingJitter = audioReadingJitter
    self.noiseLevel = noiseLevel
    self.sampleFormat = sampleFormat
    self.jpegQuality = jpegQuality
    self.pictureCount = pictureCount
  }
}
