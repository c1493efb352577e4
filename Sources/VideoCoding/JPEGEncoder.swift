import CYuv
public import MediaCore

/// Compresses pictures to JPEG: a file's worth of bytes without metadata, which others insert.
///
/// JPEG is full range, so pictures of video range are stretched. The same picture gives the same bytes. One
/// encoder serves one thread at a time.
public final class JPEGEncoder {
  private let compressor: TurboJPEG
  private let planes = ScratchPlanes()
  private let output = ScratchPlanes()

  /// Creates an encoder.
  /// - Throws: ``MediaCore/CodingError`` with `.codecFailed` when there is no memory for it.
  public init() throws(CodingError) { compressor = try TurboJPEG(.compress) }

  /// Returns a JPEG of a picture, 4:2:0, with `quality` from 1 to 100.
  /// - Throws: ``MediaCore/CodingError`` with `.invalidSetting` for another quality, or `.codecFailed`.
  public func encode(_ picture: I420Picture, quality: Int) throws(CodingError) -> [UInt8] {
    try Self.check(quality: quality)
    let source = planes.picture(picture.planes, picture.range, in: .full)
    return Array(try compress(source, subsampling: .s420, quality: quality))
  }

  /// Returns a JPEG of a packed 4:2:2 frame (YUYV or UYVY), keeping all of its colour; odd sizes are cropped to even.
  /// - Throws: ``MediaCore/CodingError`` with `.unsupported` for other formats, `.truncated` or `.malformed` for
  ///   frames that are not whole, `.invalidSetting` for a quality outside 1 to 100, or `.codecFailed`.
  public func encode(_ frame: VideoFrame, quality: Int) throws(CodingError) -> [UInt8] {
    try Self.check(quality: quality)
    let format = frame.format
    guard format.pixelFormat == .yuyv || format.pixelFormat == .uyvy else {
      throw CodingError(
        .unsupported, context: "\(format)",
        message: "Only packed 4:2:2 is compressed as it is. Convert the frame to a picture first.")
    }
    try I420Picture.checkSides(format.width, format.height, isEven: false, context: "\(format)")
    return try frame.storage.withBytes { (bytes) throws(CodingError) in
      let raw = RawFrame(format, reading: bytes)
      let packed = try raw.plane(0, rowBytes: 2 * raw.width, rows: raw.height)
      let source = planes.planes((raw.width, raw.height), chroma: (raw.width / 2, raw.height))
      packed.convert(to: source, by: format.pixelFormat == .yuyv ? YUY2ToI422 : UYVYToI422)
      if format.range == .video { RangeTables.towards(.full).apply(to: source) }
      return Array(try compress(source, subsampling: .s422, quality: quality))
    }
  }

  /// A JPEG of full-range planes, valid until the next one.
  func compress(
    _ source: PlaneTriple, subsampling: JPEGSubsampling, quality: Int
  ) throws(CodingError) -> UnsafeBufferPointer<UInt8> {
    // The library takes the worst case for the size of its target, so it writes aside.
    let room = TurboJPEG.maximumBytes(
      width: source.luma.width, height: source.luma.height, subsampling: subsampling)
    let target = output.reserve(room)
    let count = try compressor.compress(source, subsampling: subsampling, quality: quality, into: target)
    return UnsafeBufferPointer(start: target, count: count)
  }

  static func check(quality: Int) throws(CodingError) {
    guard (1...100).contains(quality) else {
      throw CodingError(
        .invalidSetting, context: "JPEG", message: "Quality \(quality) does not exist. Choose one from 1 to 100.")
    }
  }
}
