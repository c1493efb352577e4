import CFFmpeg
import MediaCore
import VideoCoding

// What the three formats need of FFmpeg.
extension AnimationWriter.Settings {
  var name: String { "\(format.rawValue) \(width)x\(height)" }

  func check() throws(CodingError) {
    try I420Picture.checkSides(width, height, context: name)
    guard !isDisplayP3 || format == .avif else {
      throw CodingError(
        .invalidSetting, context: name, message: "Only AVIF has Display P3. Convert the pictures first.")
    }
    guard maximumBytes > 0 else {
      throw CodingError(.invalidSetting, context: name, message: "A file has bytes. Choose a limit above zero.")
    }
  }

  var pixelFormat: AVPixelFormat { format == .gif ? AV_PIX_FMT_BGRA : AV_PIX_FMT_YUV420P }

  /// WebP knows video range only; AVIF says which it is, and Chromium takes a moving one for video range all the same.
  var isFullRange: Bool { format == .gif }

  /// The unit of durations in the file, or as fine for those that can choose.
  var timeBase: AVRational { AVRational(num: 1, den: format == .gif ? 100 : format == .webp ? 1000 : 90_000) }

  /// The fewest ticks for which players show a picture: what asks for less is shown for a tenth of a second.
  var shortest: Int64 { format == .gif ? 2 : format == .webp ? 11 : 1 }

  var muxerSettings: [(String, String)] { format == .avif ? [] : [("loop", "0")] }

  /// The filters for a GIF's frames, with times in hundredths of a second; all wait until every colour has been seen.
  func palette(_ ffmpeg: FFmpeg) throws(CodingError) -> FilterGraph? {
    guard format == .gif else { return nil }
    return try FilterGraph(
      ffmpeg, width: Int32(width), height: Int32(height), format: pixelFormat, timeBase: timeBase,
      filters: "split[seen][shown];[seen]palettegen[palette];[shown][palette]paletteuse=diff_mode=rectangle",
      name: "GIF")
  }

  func encoder(_ ffmpeg: FFmpeg) throws(CodingError) -> FrameEncoder {
    let (encoder, settings): (String, [(String, String)]) =
      switch format {
      case .gif: ("gif", [])
      case .webp: ("libwebp_anim", [("quality", "75"), ("compression_level", "4")])
      case .avif:
        // Six times as fast as "good" for one decibel less at the same size, on a phone's movie.
        (
          "libaom-av1",
          [
            ("usage", "realtime"), ("cpu-used", "7"), ("row-mt", "1"), ("crf", "22"),
            ("b", "0"),
          ]
        )
      }
    return try FrameEncoder(ffmpeg, encoder: encoder, settings: settings, name: name) { context in
      context.width = Int32(width)
      context.height = Int32(height)
      context.time_base = timeBase
      context.pix_fmt = format == .gif ? AV_PIX_FMT_PAL8 : pixelFormat
      context.thread_count = format == .avif ? 2 : 1
      guard format == .avif else { return }
      context.color_range = AVCOL_RANGE_MPEG
      context.color_primaries = isDisplayP3 ? AVCOL_PRI_SMPTE432 : AVCOL_PRI_BT709
      context.color_trc = AVCOL_TRC_IEC61966_2_1
      context.colorspace = AVCOL_SPC_SMPTE170M
      context.flags |= AV_CODEC_FLAG_GLOBAL_HEADER
    }
  }
}
