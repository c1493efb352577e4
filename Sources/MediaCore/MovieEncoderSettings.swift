/// The settings of an encoder for a movie's pictures.
public struct MovieEncoderSettings: Sendable, Hashable {
  /// The effort of the encoder: each step is slower and makes smaller samples of the same quality, for x264 and x265.
  public enum Preset: String, Sendable, Hashable, CaseIterable {
    /// The fastest, with the largest samples.
    case ultrafast
    /// The second of nine.
    case superfast
    /// The third of nine.
    case veryfast
    /// The fourth of nine.
    case faster
    /// The fifth of nine.
    case fast
    /// The encoders' own default.
    case medium
    /// The seventh of nine.
    case slow
    /// The eighth of nine.
    case slower
    /// The slowest, with the smallest samples.
    case veryslow
  }

  /// Pixels in a row; even. HEVC needs 16 or more.
  public var width: Int
  /// Rows; even. HEVC needs 16 or more.
  public var height: Int
  /// The nominal time between pictures. True times may differ and are kept by the movie.
  public var frameInterval: MediaTime
  /// The values that mean black and white, as the stream will say.
  public var range: ColorRange
  /// A Boolean value that indicates whether the colours are Display P3's instead of BT.709's, as the stream will say.
  public var isDisplayP3 = false
  /// The constant rate factor, 1 to 51; 6 less is about twice the bytes. HEVC looks as good as H.264 with some 4 less.
  public var quality: Double
  /// The effort.
  public var preset: Preset
  /// The most pictures from one sync sample to the next; 1 makes every sample one.
  public var keyframeIntervalFrames: Int
  /// Threads that work on one picture. For H.264 each codes a slice of its own, so the number is part of the result:
  /// the same pictures give the same bytes only for the same number. Small pictures get fewer. For HEVC it is no part.
  public var threads: Int
  /// A Boolean value that indicates whether the same pictures give the same bytes on every processor. Otherwise x264
  /// may use shortcuts that some processors have and others lack, which saves some 2 % of its time; pictures look the
  /// same. x265 has no such shortcuts.
  public var isCPUIndependent = true

  /// Settings for a movie of 30 pictures a second that looks good and can be cut at every second.
  public init(
    width: Int, height: Int, frameInterval: MediaTime = MediaTime(value: 1, timescale: 30), range: ColorRange,
    quality: Double = 20, preset: Preset = .veryfast, keyframeIntervalFrames: Int = 30, threads: Int = 2
  ) {
    self.width = width
    self.height = height
    self.frameInterval = frameInterval
    self.range = range
    self.quality = quality
    self.preset = preset
    self.keyframeIntervalFrames = keyframeIntervalFrames
    self.threads = threads
  }
}
