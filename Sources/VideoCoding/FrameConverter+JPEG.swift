import CTurboJPEG
import CYuv
import Diagnostics
public import MediaCore

extension FrameConverter {
  /// Cameras code whole blocks, so a JPEG may be larger than the mode it stands for, by less than this.
  private static let largestBlock = 32

  func convertJPEG(
    _ bytes: UnsafeRawBufferPointer, format: VideoFormat, into picture: I420Picture
  ) throws(CodingError) {
    let damaged = "Skip it; if the camera sends many of them, check its cable."
    try advising(damaged, foreign: "Set the camera to another format.") { () throws(CodingError) in
      let (head, header) = try headers(bytes)
      try check(header, against: format)
      try decode(bytes, head, header, into: picture)
    }
  }

  /// Decodes a JPEG; says behind what is wrong with it what to do, which frames of a camera and files differ in.
  private func advising<Value>(
    _ damaged: String, foreign: String, _ decode: () throws(CodingError) -> Value
  ) throws(CodingError) -> Value {
    do { return try decode() } catch {
      let isDamaged = error.code == .malformed || error.code == .truncated
      guard error.context == "JPEG", isDamaged || error.code == .unsupported else { throw error }
      throw CodingError(
        error.code, context: error.context, operation: error.operation, status: error.status,
        message: error.message + " " + (isDamaged ? damaged : foreign), underlying: error.underlying)
    }
  }

  private func headers(_ bytes: UnsafeRawBufferPointer) throws(CodingError) -> (JPEGHeader, TurboJPEG.Header) {
    let head = try JPEGHeader(reading: bytes)
    forgetForeignTables(before: head)
    return (head, try decompressor.header(bytes))
  }

  private func check(_ header: TurboJPEG.Header, against format: VideoFormat) throws(CodingError) {
    let padding = (header.width - format.width, header.height - format.height)
    guard (0..<Self.largestBlock).contains(padding.0), (0..<Self.largestBlock).contains(padding.1) else {
      throw CodingError(
        .malformed, context: "\(format)",
        message: "The picture inside is \(header.width)x\(header.height). Skip it; if all are, choose that mode.")
    }
  }

  /// Returns the picture of a JPEG file, of full range, cropped to even sizes or a single column or row.
  ///
  /// With `maximumSide` it is decoded no larger than needed and fits into a square of that side. Only whole pictures
  /// are taken, by the rules of `convert(_:into:)`; one of a file has no more than a handful of spare bytes before its
  /// end, while a camera may fill up as it likes. Of four inks (CMYK, YCCK) the colours are near enough to compare
  /// pictures: profiles are not applied.
  /// - Throws: ``MediaCore/CodingError`` with `.truncated` or `.malformed`, with `.unsupported` for other colours, with
  ///   `.invalidSetting` for sizes that a picture cannot have.
  public func picture(
    ofJPEG bytes: UnsafeRawBufferPointer, maximumSide: Int? = nil, isOfFile: Bool = true
  ) throws(CodingError) -> I420Picture {
    let damaged = "Get a whole copy of the file."
    return try advising(damaged, foreign: "Convert it with another program.") { () throws(CodingError) in
      let (head, whole) = try headers(bytes)
      var header = whole
      if let maximumSide { header = header.scaled(towards: maximumSide) }
      let picture = try I420Picture(
        width: max(1, header.width & ~1), height: max(1, header.height & ~1), range: .full)
      decompressor.isStrict = isOfFile
      defer { decompressor.isStrict = false }
      try decode(bytes, head, header, into: picture)
      return if let maximumSide { try picture.fitted(maximumSide: maximumSide) } else { picture }
    }
  }

  private func decode(
    _ bytes: UnsafeRawBufferPointer, _ head: JPEGHeader, _ header: TurboJPEG.Header, into picture: I420Picture
  ) throws(CodingError) {
    let target = picture.planes
    switch header.color {
    case .rgb:
      let plane = Plane(pixels: 3, of: header, in: scratch)
      try decompressor.decompress(bytes, header: header, as: TJPF_RGB, into: plane)
      plane.convert(to: target, by: RAWToJ420)
    case .cmyk: try decodeCMYK(bytes, header, isInverted: head.hasAdobeSegment, into: target)
    case .yCbCr(.s420)
    where (header.width, header.height) == (picture.width, picture.height) && (header.width | header.height) & 1 == 0:
      // With an odd side TurboJPEG would write past the picture: it pads luma to whole pairs.
      try decompressor.decompress(bytes, header: header, into: target)
    case .yCbCr(let subsampling):
      let decoded = decodedPlanes(header, subsampling, target)
      try decompressor.decompress(bytes, header: header, into: decoded)
      resample(decoded, subsampling, into: target)
    }
    picture.range = .full
  }

  /// A handle keeps the tables of the pictures it has read and would use them for one that brings none; such a
  /// picture means the standard's tables, and must look the same whatever came before it.
  private func forgetForeignTables(before header: JPEGHeader) {
    if (handleHasHuffmanTables && !header.definesHuffmanTables)
      || (handleHasQuantizationTables && !header.definesQuantizationTables)
    {
      decompressor.reset()
      (handleHasHuffmanTables, handleHasQuantizationTables) = (false, false)
    }
    if header.definesHuffmanTables { handleHasHuffmanTables = true }
    if header.definesQuantizationTables { handleHasQuantizationTables = true }
  }

  /// Four inks, each of which takes its part of the light away; black of all three colours.
  private func decodeCMYK(
    _ bytes: UnsafeRawBufferPointer, _ header: TurboJPEG.Header, isInverted: Bool, into target: PlaneTriple
  ) throws(CodingError) {
    let inks = Plane(pixels: 4, of: header, in: scratch)
    try decompressor.decompress(bytes, header: header, as: TJPF_CMYK, into: inks)
    let (start, flip): (_, UInt8) = (inks.start, isInverted ? 0 : 255)
    // In place: three bytes take the room of four.
    for pixel in 0..<header.width * header.height {
      let light = UInt32(start[4 * pixel + 3] ^ flip)
      for color in 0..<3 {
        start[3 * pixel + color] = UInt8((UInt32(start[4 * pixel + color] ^ flip) * light + 127) / 255)
      }
    }
    Plane(pixels: 3, of: header, in: scratch).convert(to: target, by: RAWToJ420)
  }

  /// Returns the planes into which a picture is decoded: its colour into planes of ours; its luma straight into the
  /// picture where that has the same size, so that nothing but colour is resampled and copied.
  private func decodedPlanes(
    _ header: TurboJPEG.Header, _ subsampling: JPEGSubsampling, _ target: PlaneTriple
  ) -> PlaneTriple {
    let (x, y) = (subsampling.chromaDivisorX, subsampling.chromaDivisorY)
    // TurboJPEG pads luma to whole groups of pixels that share a colour; the colour planes are padded likewise.
    let (columns, rows) = ((header.width + x - 1) / x, (header.height + y - 1) / y)
    let isWhole = columns * x == target.luma.width && rows * y == target.luma.height
    let own = scratch.planes(
      isWhole ? (0, 0) : (columns * x, rows * y), chroma: subsampling == .grey ? (0, 0) : (columns, rows))
    return isWhole ? PlaneTriple(luma: target.luma, cb: own.cb, cr: own.cr) : own
  }

  /// Brings colour to 4:2:0. Luma that is in its place already is not copied: libyuv leaves alone what it is to copy
  /// onto itself.
  private func resample(_ source: PlaneTriple, _ subsampling: JPEGSubsampling, into target: PlaneTriple) {
    switch subsampling {
    case .s420: source.copy(to: target)
    case .s422: source.convert(to: target, by: I422ToI420)
    case .s444: source.convert(to: target, by: I444ToI420)
    case .grey: target.setGrey(source.luma)
    case .s440:
      source.luma.copy(to: target.luma)
      for (plane, result) in [(source.cb, target.cb), (source.cr, target.cr)] {
        plane.part(width: target.luma.width, height: result.height).scale(to: result)
      }
    case .s411:
      source.luma.copy(to: target.luma)
      halveRows(source, into: target)
    }
  }

  /// Colour of 4:1:1: twice as many columns, half as many rows. A last half group of columns would not come out
  /// even, so the wider result is made aside and cropped.
  private func halveRows(_ source: PlaneTriple, into target: PlaneTriple) {
    let columns = (target.luma.width + 3) / 4
    let wide = wideScratch.planes((0, 0), chroma: (2 * columns, target.cb.height))
    for (plane, between, result) in [(source.cb, wide.cb, target.cb), (source.cr, wide.cr, target.cr)] {
      plane.part(width: columns, height: target.luma.height).scale(to: between)
      between.copy(to: result)
    }
  }

  /// Converts a frame into a smaller picture of about its shape; a camera's own JPEG is decoded no larger than it has
  /// to be.
  ///
  /// The picture gets the frame's range, as by `convert(_:into:)`.
  /// - Throws: As `convert(_:into:)`.
  public func convert(_ frame: VideoFrame, scaledInto picture: I420Picture) throws(CodingError) {
    let whole: I420Picture
    if frame.format.pixelFormat.isCompressed {
      whole = try stages.measure(.decode) { () throws(CodingError) in
        try frame.storage.withBytes { (bytes) throws(CodingError) in
          try decode(bytes, format: frame.format, towards: picture)
        }
      }
    } else {
      whole = try intermediate(width: frame.format.width & ~1, height: frame.format.height & ~1)
      try convert(frame, into: whole)
    }
    if whole !== picture { stages.measure(.scale) { picture.scale(whole) } }
  }

  /// Decodes a JPEG into `picture` if it comes out at that size, or else aside.
  private func decode(
    _ bytes: UnsafeRawBufferPointer, format: VideoFormat, towards picture: I420Picture
  ) throws(CodingError) -> I420Picture {
    let (head, whole) = try headers(bytes)
    try check(whole, against: format)
    let header = whole.scaled(towards: max(picture.width, picture.height))
    let isFitting = header.width == picture.width && header.height == picture.height
    let target = isFitting ? picture : try intermediate(width: header.width & ~1, height: header.height & ~1)
    try decode(bytes, head, header, into: target)
    return target
  }

  private func intermediate(width: Int, height: Int) throws(CodingError) -> I420Picture {
    if let scratch = scratchPicture, scratch.width == width, scratch.height == height { return scratch }
    let picture = try I420Picture(width: width, height: height, range: .full)
    scratchPicture = picture
    return picture
  }
}

extension Plane {
  /// Room for a picture of so many bytes a pixel.
  fileprivate init(pixels bytes: Int, of header: TurboJPEG.Header, in scratch: ScratchPlanes) {
    let (width, height) = (bytes * header.width, header.height)
    self.init(start: scratch.reserve(width * height), stride: width, width: width, height: height)
  }
}
