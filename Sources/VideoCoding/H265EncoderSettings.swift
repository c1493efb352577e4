public import MediaCore

/// What an HEVC encoder is to make.
public struct H265EncoderSettings: Sendable, Hashable {
  /// How hard x265 tries: each step is slower and makes smaller samples of the same quality.
  public enum Preset: String, Sendable, Hashable, CaseIterable {
    case ultrafast, superfast, veryfast, faster, fast, medium, slow, slower, veryslow
  }

  /// Pixels in a row; even, 16 or more.
  public var width: Int
  /// Rows; even, 16 or more.
  public var height: Int
  /// The nominal time between pictures. True times may differ and are kept by the movie.
  public var frameInterval: MediaTime
  /// Which values mean black and white, as the stream will say.
  public var range: ColorRange
  /// x265's constant rate factor, 1 to 51; 6 less is about twice the bytes. Fractions are allowed.
  public var quality: Double
  /// How hard to try.
  public var preset: Preset
  /// The most pictures from one sync sample to the next; 1 makes every sample one.
  public var keyframeInterval: Int
  /// Threads that work on one picture. The number is no part of the result.
  public var threads: Int

  /// Settings for a movie of 30 pictures a second that can be cut at every second.
  public init(
    width: Int, height: Int, frameInterval: MediaTime = MediaTime(value: 1, timescale: 30), range: ColorRange,
    quality: Double = 24, preset: Preset = .ultrafast, keyframeInterval: Int = 30, threads: Int = 2
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

extension H265EncoderSettings {
  var name: String { "HEVC \(width)x\(height)" }

  func check() throws(CodingError) {
    func refuse(_ message: String) -> CodingError { CodingError(.invalidSetting, context: name, message: message) }
    // x265's smallest tree unit is 16 pixels wide, and no picture may be smaller than one.
    let sizes = 16...I420Picture.maximumSize
    guard sizes.contains(width), sizes.contains(height), width % 2 == 0, height % 2 == 0 else {
      throw refuse("The sides must be even and from 16 to \(I420Picture.maximumSize). Choose another size.")
    }
    guard frameInterval.isNumeric, frameInterval.value > 0, frameInterval.value <= Int64(Int32.max) else {
      throw refuse("The time between pictures must be above zero, as a fraction of 31-bit numbers.")
    }
    guard (1...51).contains(quality) else { throw refuse("Quality \(quality) does not exist. Choose 1 to 51.") }
    guard (1...100_000).contains(keyframeInterval) else { throw refuse("Sync samples must come every 1 to 100000.") }
    guard (1...128).contains(threads) else { throw refuse("Choose 1 to 128 threads.") }
  }

  /// The side of the squares into which pictures are divided: the preset's own, smaller for small pictures.
  private var treeUnit: Int {
    let usual = preset == .ultrafast || preset == .superfast ? 32 : 64
    return [64, 32, 16].first { $0 <= min(usual, width, height) } ?? 16
  }

  /// x265's names of options and their values.
  var options: [(name: String, value: String)] {
    [
      ("log-level", "none"),
      ("input-res", "\(width)x\(height)"),
      ("input-csp", "i420"),
      // The nominal rate is all that rate control hears of time; the movie keeps the true times.
      ("fps", "\(frameInterval.timescale)/\(frameInterval.value)"),
      ("crf", "\(quality)"),
      ("keyint", "\(keyframeInterval)"),
      ("open-gop", "0"),
      ("bframes", "0"),
      ("ctu", "\(treeUnit)"),
      ("max-tu-size", "\(min(treeUnit, 32))"),
      // One picture at a time, worked on by rows: nothing is held back, and the rows' order does not show.
      ("frame-threads", "1"),
      ("slices", "1"),
      ("wpp", "1"),
      ("pools", "\(threads)"),
      ("annexb", "0"),
      ("repeat-headers", "0"),
      ("aud", "0"),
      ("hrd", "0"),
      // A note of the library's version and all options.
      ("info", "0"),
      ("range", range == .full ? "full" : "limited"),
      ("colorprim", "bt709"),
      ("transfer", "bt709"),
      ("colormatrix", "smpte170m"),
    ]
  }
}
