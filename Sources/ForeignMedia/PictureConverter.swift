import CFFmpeg
import MediaCore
import VideoCoding

/// Turns decoded frames into pictures of ours: colours by zimg where they are others than wanted, the rest by swscale,
/// which copies what is alike.
final class PictureConverter {
  private let ffmpeg: FFmpeg
  private let options: PictureReader.Options
  private let color: ForeignColor?
  private let name: String
  private var scaler: Scaler?
  private var colors: (conversion: ColorConversion, graph: FilterGraph)?
  /// The shape of the first picture, which all have: a stream may change on its way.
  private var shape: (width: Int, height: Int, range: ColorRange)?

  /// Creates a converter of a stream's frames; `color` is what its container says of them.
  init(_ ffmpeg: FFmpeg, options: PictureReader.Options, color: ForeignColor?, name: String) {
    (self.ffmpeg, self.options, self.color, self.name) = (ffmpeg, options, color, name)
  }

  /// The picture in a frame.
  /// - Throws: `CodingError` with `.unsupported` for sizes and layouts that cannot be converted.
  func picture(_ frame: Frame) throws(CodingError) -> I420Picture {
    let fields = frame.pointee
    let layout = ffmpeg.calls.av_pix_fmt_desc_get(AVPixelFormat(fields.format))?.pointee ?? AVPixFmtDescriptor()
    let range = Self.range(of: fields, layout)
    let size = options.size ?? (Int(fields.width), Int(fields.height))
    let wanted = shape ?? (size.width, size.height, options.colorRange ?? range)
    shape = wanted
    let isRGB = Self.isRGB(layout)
    let color = self.color(of: fields, range)
    if let primaries = options.primaries {
      let conversion = ColorConversion(
        source: color, primaries: primaries, sourceWidth: fields.width, sourceHeight: fields.height,
        format: AVPixelFormat(fields.format), width: wanted.width, height: wanted.height, range: wanted.range)
      if conversion.isNeeded {
        let converted = try converted(frame, by: conversion, layout)
        return try scaled(converted.pointee, to: wanted, from: wanted.range, matrix: 6, into: options.matrix ?? 6)
      }
    }
    return try scaled(
      fields, to: wanted, from: range, matrix: color.matrix, into: options.matrix ?? (isRGB ? 6 : color.matrix))
  }

  private func scaled(
    _ fields: AVFrame, to wanted: (width: Int, height: Int, range: ColorRange), from range: ColorRange,
    matrix: UInt16, into target: UInt16
  ) throws(CodingError) -> I420Picture {
    let picture = try I420Picture(width: wanted.width, height: wanted.height, range: range)
    // Where nothing but the range differs, swscale copies the values as they are: ranges are ours.
    defer { picture.moveValues(to: wanted.range) }
    let shape = Scaler.Shape(
      sourceWidth: fields.width, sourceHeight: fields.height, sourceFormat: AVPixelFormat(fields.format),
      sourceMatrix: matrix, isSourceFull: range == .full, width: Int32(wanted.width), height: Int32(wanted.height),
      format: AV_PIX_FMT_YUV420P, matrix: target, isFull: range == .full)
    if scaler?.shape != shape { scaler = try Scaler(ffmpeg, shape, name: name) }
    try picture.withPlanes { (planes) throws(CodingError) in
      try scaler?.scale(.init(fields), to: .init(planes))
    }
    return picture
  }

  private func converted(
    _ frame: Frame, by conversion: ColorConversion, _ layout: AVPixFmtDescriptor
  ) throws(CodingError) -> Frame {
    // Two half pictures in one would be converted apart, for which not every size will do.
    frame.pointee.interlaced_frame = 0
    let graph: FilterGraph
    if let colors, colors.conversion == conversion {
      graph = colors.graph
    } else {
      graph = try FilterGraph(
        ffmpeg, width: frame.pointee.width, height: frame.pointee.height, format: conversion.format,
        timeBase: AVRational(num: 1, den: 1),
        filters: conversion.filters(layout, isRGB: Self.isRGB(layout)), name: name)
      colors = (conversion, graph)
    }
    try graph.add(frame)
    guard let converted = try graph.next() else {
      throw CodingError(
        .codecFailed, context: name, operation: "av_buffersink_get_frame",
        message: "Its colours cannot be converted. Convert the file with another program.")
    }
    return converted
  }

  /// Returns the colours that a frame gives, and where it gives none, those of the container.
  private func color(of frame: AVFrame, _ range: ColorRange) -> ForeignColor {
    func known(_ code: UInt32, _ other: UInt16?) -> UInt16 { code == 2 ? other ?? 2 : UInt16(clamping: code) }
    return ForeignColor(
      primaries: known(frame.color_primaries.rawValue, color?.primaries),
      transfer: known(frame.color_trc.rawValue, color?.transfer),
      matrix: known(frame.colorspace.rawValue, color?.matrix), range: range)
  }

  private static func isRGB(_ layout: AVPixFmtDescriptor) -> Bool {
    layout.flags & UInt64(AV_PIX_FMT_FLAG_RGB | AV_PIX_FMT_FLAG_PAL) != 0
  }

  private static func range(of frame: AVFrame, _ layout: AVPixFmtDescriptor) -> ColorRange {
    let name = layout.name.map { String(cString: $0) } ?? ""
    return ColorRange(frame.color_range, isJPEG: name.hasPrefix("yuvj")) ?? (isRGB(layout) ? .full : .video)
  }
}
