import MediaCore

/// What pictures of a movie cost to make, by what was measured on one machine.
///
/// Seconds of one core of an AMD EPYC with AVX2, for natural pictures. The ratios of presets are much the same
/// everywhere.
struct EncodingWork: Sendable, Hashable {
  var codec: VideoCodec
  var pixels: Int
  var source: PixelFormat
  var sourcePixels: Int

  /// Returns the seconds of one core for reading and compressing a picture. Presets heavier than those measured count
  /// twice the one before.
  func seconds(_ preset: MovieEncoderSettings.Preset) -> Double {
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
