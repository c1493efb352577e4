public import MediaCore

/// What pictures of a movie cost to make, by what was measured on one machine.
///
/// Seconds of one core of that machine, an AMD EPYC of 2026's clouds with AVX2: for natural, noisy pictures at the
/// quality that movies have by default. Other machines are slower or faster by a factor that shows when they work; the
/// ratios of presets to one another are much the same everywhere.
public struct EncodingWork: Sendable, Hashable {
  /// How movies are compressed.
  public var codec: VideoCodec
  /// The movie's pixels in a picture.
  public var pixels: Int
  /// How the camera codes its pictures.
  public var source: PixelFormat
  /// The camera's pixels in a picture.
  public var sourcePixels: Int

  /// The work of making pictures of one size out of a camera's of another.
  public init(codec: VideoCodec, pixels: Int, source: PixelFormat, sourcePixels: Int) {
    self.codec = codec
    self.pixels = pixels
    self.source = source
    self.sourcePixels = sourcePixels
  }

  /// Seconds of one core that a picture takes: read, and compressed with a preset. Presets heavier than those that were
  /// measured count as twice as much each as the one before.
  public func seconds(_ preset: MovieEncoderSettings.Preset) -> Double {
    (Self.reading(source) * Double(sourcePixels) + Self.compressing(codec, preset) * Double(pixels)) * 1e-9
  }

  /// Nanoseconds a pixel.
  private static func reading(_ format: PixelFormat) -> Double {
    if format.isCompressed { return 2.5 }
    return format.bayer == nil ? 0.5 : 12
  }

  /// Nanoseconds a pixel.
  private static func compressing(_ codec: VideoCodec, _ preset: MovieEncoderSettings.Preset) -> Double {
    switch codec {
    case .h264: value(preset, in: [3.6, 9.5, 15, 24, 45, 55, 110])
    case .hevc: value(preset, in: [33, 58, 71])
    }
  }

  private static func value(_ preset: MovieEncoderSettings.Preset, in values: [Double]) -> Double {
    let place = MovieEncoderSettings.Preset.allCases.firstIndex(of: preset) ?? 0
    guard place >= values.count else { return values[place] }
    return values[values.count - 1] * Double(1 << (place - values.count + 1))
  }
}
