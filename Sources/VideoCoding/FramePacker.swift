public import MediaCore

/// Turns 4:2:0 pictures into frames as cameras deliver them: the other direction of ``FrameConverter``.
///
/// A picture that becomes a frame and a picture again keeps its luma within 2 of 255, the loss of JPEG and of raw
/// formats aside.
/// One packer serves one thread at a time.
public final class FramePacker: FramePacking {
  /// The colour kept in JPEG frames: `.s422`, as most cameras have it, or `.s420`.
  public let subsampling: JPEGSubsampling
  /// The quality of JPEG frames, 1 to 100.
  public let quality: Int
  private let compressor: TurboJPEG
  private let adjusted = ScratchPlanes()
  private let widened = ScratchPlanes()
  private let output = ScratchPlanes()
  private let painter = BayerPainter()
  private let toFull = RangeTables(to: .full)
  private let toVideo = RangeTables(to: .video)

  /// A packer; the settings matter to JPEG frames only.
  /// - Throws: ``MediaCore/CodingError`` with `.invalidSetting` for another subsampling or quality.
  public init(subsampling: JPEGSubsampling = .s422, quality: Int = 90) throws(CodingError) {
    guard subsampling == .s422 || subsampling == .s420 else {
      throw CodingError(
        .invalidSetting, context: "JPEG \(subsampling.rawValue)",
        message: "JPEG frames are packed as 4:2:2 or 4:2:0. Choose one of them.")
    }
    try JPEGEncoder.check(quality: quality)
    self.subsampling = subsampling
    self.quality = quality
    compressor = try .compressor()
  }

  /// The most bytes that a frame of a format can take: what to reserve for it. 0 for formats that are not packed.
  public func maximumBytes(for format: VideoFormat) -> Int {
    format.pixelFormat.isCompressed
      ? TurboJPEG.maximumBytes(width: format.width, height: format.height, subsampling: subsampling)
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
    return try picture.withPlanes { (planes) throws(CodingError) in
      try pack(Source(planes.triple, picture.width, picture.height, picture.range), as: format, into: buffer)
    }
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
    let raw = RawFrame(format: layout, bytes: picture)
    let planes = PlaneTriple(
      luma: try raw.plane(0, rowBytes: width, rows: height),
      cb: try raw.plane(1, rowBytes: width / 2, rows: height / 2),
      cr: try raw.plane(2, rowBytes: width / 2, rows: height / 2))
    return try pack(Source(planes, width, height, layout.range), as: format, into: buffer)
  }

  /// The planes of a picture, which are only read.
  private struct Source {
    let planes: PlaneTriple
    let (width, height): (Int, Int)
    let range: ColorRange

    init(_ planes: PlaneTriple, _ width: Int, _ height: Int, _ range: ColorRange) {
      (self.planes, self.width, self.height, self.range) = (planes, width, height, range)
    }
  }

  private func pack(
    _ picture: Source, as format: VideoFormat, into buffer: UnsafeMutableRawBufferPointer
  ) throws(CodingError) -> Int {
    if format.pixelFormat.isCompressed {
      return try packJPEG(planes(of: picture, in: .full), format: format, into: buffer)
    }
    // RGB has no range of its own: the picture's range chooses the matrix.
    let source = format.pixelFormat.isAlwaysFull ? picture.planes : planes(of: picture, in: format.range)
    try packRaw(source, range: picture.range, RawTarget(format: format, bytes: buffer))
    return format.frameBytes
  }

  private func planes(of picture: Source, in range: ColorRange) -> PlaneTriple {
    guard picture.range != range else { return picture.planes }
    let (width, height, planes) = (picture.width, picture.height, picture.planes)
    let copy = adjusted.planes(
      lumaWidth: width, lumaHeight: height, chromaWidth: width / 2, chromaHeight: height / 2)
    LibYuv.convert(.copy420, planes, to: copy, width: width, height: height)
    (range == .full ? toFull : toVideo).apply(to: copy, lumaHeight: height, chromaHeight: height / 2)
    return copy
  }

  private func packJPEG(
    _ planes: PlaneTriple, format: VideoFormat, into buffer: UnsafeMutableRawBufferPointer
  ) throws(CodingError) -> Int {
    let (width, height) = (format.width, format.height)
    var source = planes
    if subsampling == .s422 {
      source = widened.planes(
        lumaWidth: width, lumaHeight: height, chromaWidth: (width + 1) / 2, chromaHeight: height)
      LibYuv.convert(.from420To422, planes, to: source, width: width, height: height)
    }
    // The library takes the worst case for the size of its target, so it writes aside.
    let target = output.reserve(maximumBytes(for: format))
    let count = try compressor.compress(
      source, width: width, height: height, subsampling: subsampling, quality: quality, into: target)
    guard count <= buffer.count else {
      throw CodingError(
        .bufferTooSmall, context: "\(format)",
        message: "The picture takes \(count) bytes, and there are \(buffer.count). Reserve maximumBytes(for:).")
    }
    buffer.copyMemory(from: UnsafeRawBufferPointer(start: target, count: count))
    return count
  }

  private func packRaw(_ source: PlaneTriple, range: ColorRange, _ target: RawTarget) throws(CodingError) {
    let (width, height) = (target.format.width, target.format.height)
    let (columns, rows) = ((width + 1) / 2, (height + 1) / 2)
    switch target.format.pixelFormat {
    case .yuyv, .uyvy:
      let packing: LibYuv.Packing = target.format.pixelFormat == .yuyv ? .yuyv : .uyvy
      let plane = try target.plane(0, rowBytes: 4 * columns, rows: height)
      LibYuv.i420ToPacked(source, packing, to: plane, width: 2 * columns, height: height)
    case .nv12:
      let luma = try target.plane(0, rowBytes: width, rows: height)
      let chroma = try target.plane(1, rowBytes: 2 * columns, rows: rows)
      LibYuv.i420ToNV12(source, luma: luma, chroma: chroma, width: width, height: height)
    case .yu12:
      let planes = PlaneTriple(
        luma: try target.plane(0, rowBytes: width, rows: height),
        cb: try target.plane(1, rowBytes: columns, rows: rows), cr: try target.plane(2, rowBytes: columns, rows: rows))
      LibYuv.convert(.copy420, source, to: planes, width: width, height: height)
    case .rgb24:
      let plane = try target.plane(0, rowBytes: 3 * width, rows: height)
      LibYuv.i420ToRGB(source, range: range, to: plane, width: width, height: height)
    case .grey:
      let plane = try target.plane(0, rowBytes: width, rows: height)
      LibYuv.copyPlane(source.luma, to: plane, width: width, height: height)
    case .bgra, .bgrx:
      let plane = try target.plane(0, rowBytes: 4 * width, rows: height)
      LibYuv.i420ToBGRA(source, range: range, to: plane, width: width, height: height)
    case let format where format.bayer != nil:
      let coding = try BayerUnpacker.coding(of: target.format)
      let plane = try target.plane(0, rowBytes: coding.rowBytes(width: width), rows: height)
      painter.paint(
        source, range: range, as: coding, light: target.format.light, to: plane, width: width, height: height)
    default:
      throw CodingError(
        .unsupported, context: "\(target.format)",
        message: "livecam does not write this format. Choose one of "
          + PixelFormat.native.map(\.description).joined(separator: ", ") + ".")
    }
  }
}

/// Memory for a raw frame whose planes are checked as they are asked for.
private struct RawTarget {
  let format: VideoFormat
  let bytes: UnsafeMutableRawBufferPointer

  func plane(_ index: Int, rowBytes: Int, rows: Int) throws(CodingError) -> Plane {
    let (offset, stride) = try format.checkedPlane(
      index, rowBytes: rowBytes, rows: rows, byteCount: bytes.count, shortage: .bufferTooSmall)
    let start = bytes.bindMemory(to: UInt8.self).baseAddress.unsafelyUnwrapped  // not empty: checked above
    return Plane(start: start + offset, stride: stride)
  }
}
