import CYuv
public import MediaCore

/// Turns 4:2:0 pictures into frames as cameras deliver them: the other direction of ``FrameConverter``.
///
/// A picture that becomes a frame and a picture again keeps its luma within 2 of 255, the loss of JPEG and of raw
/// formats aside.
/// One packer serves one thread at a time.
public final class FramePacker: FramePacking {
  private let quality: Int
  private let encoder: JPEGEncoder
  private let adjusted = ScratchPlanes()
  private let widened = ScratchPlanes()
  private let painter = BayerPainter()

  /// Creates a packer; JPEG frames have a quality from 1 to 100, and 4:2:2 as most cameras have it.
  /// - Throws: ``MediaCore/CodingError`` with `.invalidSetting` for another quality.
  public init(quality: Int = 90) throws(CodingError) {
    try JPEGEncoder.check(quality: quality)
    self.quality = quality
    encoder = try JPEGEncoder()
  }

  /// Returns the most bytes that a frame of a format can take: what to reserve for it. 0 for formats that are not
  /// packed.
  public func maximumBytes(for format: VideoFormat) -> Int {
    format.pixelFormat.isCompressed
      ? TurboJPEG.maximumBytes(width: format.width, height: format.height, subsampling: .s422)
      : format.frameBytes
  }

  /// Writes a picture as one frame of `format` and returns how many bytes it takes.
  ///
  /// The picture's size must be the format's, rounded up to even. Samples are moved to the range of the format:
  /// JPEG, RGB and raw are full range. Raw formats get of each pixel the one colour that a sensor sees, moved to the
  /// format's ``MediaCore/VideoFormat/light``. Padding at the end of rows is left as it is.
  /// - Throws: ``MediaCore/CodingError`` with `.bufferTooSmall`, `.unsupported`, `.malformed` for planes that cannot
  ///   be, or `.invalidSetting` for a picture of the wrong size.
  public func pack(
    _ picture: I420Picture, as format: VideoFormat, into buffer: UnsafeMutableRawBufferPointer
  ) throws(CodingError) -> Int {
    guard picture.width == (format.width + 1) & ~1, picture.height == (format.height + 1) & ~1 else {
      throw CodingError(
        .invalidSetting, context: "\(format)",
        message: "The picture is \(picture.width)x\(picture.height). Draw one of the format's size, rounded up to even."
      )
    }
    return try pack(picture.planes, range: picture.range, as: format, into: buffer)
  }

  /// Writes a picture in planes as one frame, by the rules of ``pack(_:as:into:)``.
  /// - Throws: As ``pack(_:as:into:)``, and `.truncated` or `.malformed` for planes that do not lie within `picture`.
  public func pack(
    _ picture: UnsafeRawBufferPointer, laidOutAs layout: VideoFormat, as format: VideoFormat,
    into buffer: UnsafeMutableRawBufferPointer
  ) throws(CodingError) -> Int {
    let (width, height) = ((format.width + 1) & ~1, (format.height + 1) & ~1)
    guard layout.pixelFormat == .yu12, layout.width == width, layout.height == height else {
      throw CodingError(
        .invalidSetting, context: "\(format)", message: "The picture is \(layout). Draw one of \(width)x\(height) YU12."
      )
    }
    let planes = try RawFrame(layout, reading: picture).planes420(width: width, height: height)
    return try pack(planes, range: layout.range, as: format, into: buffer)
  }

  /// Packs planes of a size that is even, which are only read.
  private func pack(
    _ picture: PlaneTriple, range: ColorRange, as format: VideoFormat, into buffer: UnsafeMutableRawBufferPointer
  ) throws(CodingError) -> Int {
    if format.pixelFormat.isCompressed {
      return try packJPEG(adjusted.picture(picture, range, in: .full), format: format, into: buffer)
    }
    // RGB has no range of its own: the picture's range chooses the matrix.
    let source = format.pixelFormat.isAlwaysFull ? picture : adjusted.picture(picture, range, in: format.range)
    try packRaw(source, range: range, RawFrame(format, writing: buffer))
    return format.frameBytes
  }

  private func packJPEG(
    _ planes: PlaneTriple, format: VideoFormat, into buffer: UnsafeMutableRawBufferPointer
  ) throws(CodingError) -> Int {
    let (width, height) = (format.width, format.height)
    let source = widened.planes((width, height), chroma: ((width + 1) / 2, height))
    planes.convert(to: source, by: I420ToI422)
    let file = try encoder.compress(source, subsampling: .s422, quality: quality)
    guard file.count <= buffer.count else {
      throw CodingError(
        .bufferTooSmall, context: "\(format)",
        message: "The picture takes \(file.count) bytes, and there are \(buffer.count). Reserve maximumBytes(for:).")
    }
    buffer.copyMemory(from: UnsafeRawBufferPointer(file))
    return file.count
  }

  private func packRaw(_ picture: PlaneTriple, range: ColorRange, _ target: RawFrame) throws(CodingError) {
    let (width, height) = (target.format.width, target.format.height)
    let source = picture.part(width: width, height: height)
    // Two pixels of a row, and two rows, share a colour.
    let pairs = (width + 1) / 2
    let wide = picture.part(width: 2 * pairs, height: height)
    switch target.format.pixelFormat {
    case .yuyv: wide.convert(to: try target.plane(0, rowBytes: 4 * pairs, rows: height), by: I420ToYUY2)
    case .uyvy: wide.convert(to: try target.plane(0, rowBytes: 4 * pairs, rows: height), by: I420ToUYVY)
    case .nv12:
      let luma = try target.plane(0, rowBytes: width, rows: height)
      let chroma = try target.plane(1, rowBytes: 2 * pairs, rows: (height + 1) / 2)
      source.luma.copy(to: luma)
      source.cb.merge(odd: source.cr, to: chroma)
    case .yu12: source.copy(to: try target.planes420(width: width, height: height))
    case .rgb24:
      let plane = try target.plane(0, rowBytes: 3 * width, rows: height)
      source.convert(to: plane, by: range == .full ? J420ToRAW : I420ToRAW)
    case .grey: source.luma.copy(to: try target.plane(0, rowBytes: width, rows: height))
    case .bgra, .bgrx:
      let plane = try target.plane(0, rowBytes: 4 * width, rows: height)
      source.convert(to: plane, by: range == .full ? J420ToARGB : I420ToARGB)
    case let format where format.bayer != nil:
      let coding = try BayerUnpacker.coding(of: target.format)
      let plane = try target.plane(0, rowBytes: coding.rowBytes(width: width), rows: height)
      painter.paint(picture, range: range, as: coding, light: target.format.light, to: plane, width: width)
    default:
      throw CodingError(
        .unsupported, context: "\(target.format)",
        message: "livecam does not write this format. Choose one of "
          + PixelFormat.native.map(\.description).joined(separator: ", ") + ".")
    }
  }
}
