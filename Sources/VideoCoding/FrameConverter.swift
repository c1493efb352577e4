import CYuv
public import Diagnostics
public import MediaCore

/// Turns captured frames of any native format into 4:2:0 pictures, raw ones balanced by ``neutral``.
///
/// It keeps a JPEG decoder and memory for intermediate pictures, so that in a steady stream a frame costs no
/// allocation of ours. One converter serves one thread at a time.
public final class FrameConverter {
  let decompressor: TurboJPEG
  var handleHasHuffmanTables = false
  var handleHasQuantizationTables = false
  let scratch = ScratchPlanes()
  let wideScratch = ScratchPlanes()
  var scratchPicture: I420Picture?
  let demosaicer = BayerDemosaicer()
  /// The response to grey of the camera that took the raw frames; what it made of grey becomes grey.
  public var neutral = BayerNeutral.equal
  /// The recorder of the time that decoding and scaling frames takes; `nil` for no measuring. Pictures of JPEG files
  /// are not measured.
  public var stages: StageRecorder?

  /// Creates a converter that has seen no frame yet.
  /// - Throws: ``MediaCore/CodingError`` with `.codecFailed` when there is no memory for the JPEG decoder.
  public init() throws(CodingError) { decompressor = try TurboJPEG(.decompress) }

  /// Converts a frame; a last odd column or row is left out.
  ///
  /// The picture, whose size must be the frame's cropped to even, gets the frame's range: full for JPEG, RGB and raw,
  /// otherwise what the format says. After an error its contents are undefined.
  ///
  /// A JPEG is taken only if it is whole: a picture with missing or contradictory data is refused even where a
  /// decoder could paint something, so that the movie shows the frame before it instead of half a picture. Spare
  /// bytes before the end marker and anything after it are ignored.
  /// - Throws: ``MediaCore/CodingError`` with `.truncated`, `.malformed`, `.unsupported`, or `.invalidSetting` for a
  ///   picture of the wrong size.
  public func convert(_ frame: VideoFrame, into picture: I420Picture) throws(CodingError) {
    try stages.measure(.decode) { () throws(CodingError) in
      try frame.storage.withBytes { (bytes) throws(CodingError) in
        try convert(bytes, format: frame.format, into: picture)
      }
    }
  }

  /// Converts a frame in memory of someone else, by the rules of `convert(_:into:)`.
  /// - Throws: As `convert(_:into:)`.
  public func convert(
    _ bytes: UnsafeRawBufferPointer, format: VideoFormat, into picture: I420Picture
  ) throws(CodingError) {
    guard picture.width == format.width & ~1, picture.height == format.height & ~1 else {
      throw CodingError(
        .invalidSetting, context: "\(format)",
        message: "The picture is \(picture.width)x\(picture.height). Make one for the frame's format.")
    }
    if format.pixelFormat.isCompressed {
      try convertJPEG(bytes, format: format, into: picture)
    } else {
      try convertRaw(RawFrame(format, reading: bytes), into: picture.planes)
      picture.range = format.pixelFormat.isAlwaysFull ? .full : format.range
    }
  }

  private func convertRaw(_ frame: RawFrame, into target: PlaneTriple) throws(CodingError) {
    let (width, height) = (frame.width, frame.height)
    switch frame.format.pixelFormat {
    case .yuyv: try frame.plane(0, rowBytes: 2 * width, rows: height).convert(to: target, by: YUY2ToI420)
    case .uyvy: try frame.plane(0, rowBytes: 2 * width, rows: height).convert(to: target, by: UYVYToI420)
    case .nv12:
      let luma = try frame.plane(0, rowBytes: width, rows: height)
      let chroma = try frame.plane(1, rowBytes: width, rows: height / 2)
      luma.copy(to: target.luma)
      chroma.split(even: target.cb, odd: target.cr)
    case .yu12: try frame.planes420(width: width, height: height).copy(to: target)
    case .rgb24: try frame.plane(0, rowBytes: 3 * width, rows: height).convert(to: target, by: RAWToJ420)
    case .grey: target.setGrey(try frame.plane(0, rowBytes: width, rows: height))
    case .bgra, .bgrx: try frame.plane(0, rowBytes: 4 * width, rows: height).convert(to: target, by: ARGBToJ420)
    case let format where format.bayer != nil:
      try demosaic(frame) { rgb, y in
        rgb.convert(to: target.part(y: y, width: width, height: rgb.height), by: RAWToJ420)
      }
    default:
      throw CodingError(
        .unsupported, context: "\(frame.format)",
        message: "livecam does not read this format. Set the camera to one of "
          + PixelFormat.native.map(\.description).joined(separator: ", ") + ".")
    }
  }

  /// Lends the picture of a frame of a Bayer format strip by strip, as bytes R, G, B.
  func demosaic(_ frame: RawFrame, _ body: (_ rgb: Plane, _ y: Int) -> Void) throws(CodingError) {
    let coding = try BayerUnpacker.coding(of: frame.format)
    let plane = try frame.plane(0, rowBytes: coding.rowBytes(width: frame.width), rows: frame.height)
    demosaicer.demosaic(
      plane, coding, light: frame.format.light, neutral, width: frame.width, height: frame.height, body)
  }
}

extension PixelFormat {
  /// Indicates whether frames are of full range whatever their format says.
  var isAlwaysFull: Bool { self == .rgb24 || self == .bgra || self == .bgrx || bayer != nil }
}
