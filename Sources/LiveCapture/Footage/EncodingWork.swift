import MediaCore

/// The cost of making pictures of a movie, as measured on one machine.
///
/// Seconds of one core of an AMD EPYC with AVX2, for natural pictures. Presets have much the same ratios everywhere.
struct EncodingWork: Sendable, Hashable {
  var codec: VideoCodec
  var pixels: Int
  var source: PixelFormat
  var sourcePixels: Int

  /// Seconds of one core for reading and compressing a picture. Presets heavier than those measured double each time.
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
    let values = codec == .h264 ? [3.6, 9.5, 15, 24, 45, 55, 110] : [33, 58, 71]
    let (place, last) = (preset.place, values.count - 1)
    return values[min(place, last)] * Double(1 << max(0, place - last))
  }
}
