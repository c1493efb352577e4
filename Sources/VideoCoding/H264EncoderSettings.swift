public import MediaCore

/// What an H.264 encoder is to make.
public struct H264EncoderSettings: Sendable, Hashable {
  /// How hard x264 tries: each step is slower and makes smaller samples of the same quality.
  public enum Preset: String, Sendable, Hashable, CaseIterable {
    case ultrafast, superfast, veryfast, faster, fast, medium, slow, slower, veryslow
  }

  /// Pixels in a row; even.
  public var width: Int
  /// Rows; even.
  public var height: Int
  /// The nominal time between pictures. True times may differ and are kept by the movie.
  public var frameInterval: MediaTime
  /// Which values mean black and white, as the stream will say.
  public var range: ColorRange
  /// x264's constant rate factor, 1 to 51; 6 less is about twice the bytes. Fractions are allowed.
  public var quality: Double
  /// How hard to try.
  public var preset: Preset
  /// The most pictures from one sync sample to the next; 1 makes every sample one.
  public var keyframeInterval: Int
  /// Slices of a picture that are coded at the same time, each by a thread. The number is part of the result: the
  /// same pictures give the same bytes only for the same number. Small pictures get fewer.
  public var threads: Int

  /// Settings for a movie of 30 pictures a second that looks good and can be cut at every second.
  public init(
    width: Int, height: Int, frameInterval: MediaTime = MediaTime(value: 1, timescale: 30), range: ColorRange,
    quality: Double = 20, preset: Preset = .veryfast, keyframeInterval: Int = 30, threads: Int = 2
  ) {
    self.width = width
    self.height = height
    self.frameInterval = frameInterval
    self.range = range
    self.quality = quality
    self.preset = preset
    self.keyframeInterval = keyframeInterval
    self.threads = threads
  }
}
