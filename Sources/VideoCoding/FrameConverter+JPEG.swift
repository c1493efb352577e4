import Diagnostics
public import MediaCore

extension FrameConverter {
  /// Cameras code whole blocks, so a JPEG may be larger than the mode it stands for, by less than this.
  private static let largestBlock = 32

  func convertJPEG(
    _ bytes: UnsafeRawBufferPointer, format: VideoFormat, into picture: I420Picture
  ) throws(CodingError) {
    let (head, header) = try headers(bytes)
    try check(header, against: format)
    try decode(bytes, head, header, into: picture)
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

  /// The picture of a JPEG file, of full range, cropped to even sizes.
  ///
  /// With `maximumSide` it is decoded no larger than needed and fits into a square of that side. Only whole pictures
  /// are taken, by the rules of `convert(_:into:)`. Of four inks (CMYK, YCCK) the colours are near enough to compare
  /// pictures: profiles are not applied.
  /// - Throws: ``MediaCore/CodingError`` with `.truncated` or `.malformed`, with `.unsupported` for other colours, with
  ///   `.invalidSetting` for sizes that a picture cannot have.
  public func picture(
    ofJPEG bytes: UnsafeRawBufferPointer, maximumSide: Int? = nil
  ) throws(CodingError) -> I420Picture {
    let (head, whole) = try headers(bytes)
    var header = whole
    if let maximumSide { header = header.scaled(towards: maximumSide) }
    let picture = try I420Picture(width: header.width & ~1, height: header.height & ~1, range: .full)
    try decode(bytes, head, header, into: picture)
    return if let maximumSide { try picture.fitted(maximumSide: maximumSide) } else { picture }
  }

  private func decode(
    _ bytes: UnsafeRawBufferPointer, _ head: JPEGHeader, _ header: TurboJPEG.Header, into picture: I420Picture
  ) throws(CodingError) {
    try picture.withPlanes { (planes) throws(CodingError) in
      switch header.color {
      case .rgb:
        try decodeRGB(bytes, header, into: planes.triple, width: picture.width, height: picture.height)
      case .cmyk:
        try decodeCMYK(
          bytes, header, isInverted: head.hasAdobeSegment, into: planes.triple, width: picture.width,
          height: picture.height)
      case .yCbCr(.s420) where header.width == picture.width && header.height == picture.height:
        try decompressor.decompress(bytes, header: header, into: planes.triple)
      case .yCbCr(let subsampling):
        let decoded = decodedPlanes(header, subsampling, in: picture, planes.triple)
        try decompressor.decompress(bytes, header: header, into: decoded)
        resample(decoded, subsampling, into: planes.triple, width: picture.width, height: picture.height)
      }
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

  private func decodeRGB(
    _ bytes: UnsafeRawBufferPointer, _ header: TurboJPEG.Header, into target: PlaneTriple, width: Int, height: Int
  ) throws(CodingError) {
    let plane = Plane(start: scratch.reserve(header.width * 3 * header.height), stride: header.width * 3)
    try decompressor.decompressRGB(bytes, header: header, into: plane)
    LibYuv.rgbToI420(plane, to: target, width: width, height: height)
  }

  /// Four inks, each of which takes its part of the light away; black of all three colours.
  private func decodeCMYK(
    _ bytes: UnsafeRawBufferPointer, _ header: TurboJPEG.Header, isInverted: Bool, into target: PlaneTriple, width: Int,
    height: Int
  ) throws(CodingError) {
    let start = scratch.reserve(header.width * 4 * header.height)
    try decompressor.decompressCMYK(bytes, header: header, into: Plane(start: start, stride: header.width * 4))
    let flip: UInt8 = isInverted ? 0 : 255
    // In place: three bytes take the room of four.
    for pixel in 0..<header.width * header.height {
      let light = UInt32(start[4 * pixel + 3] ^ flip)
      for color in 0..<3 {
        start[3 * pixel + color] = UInt8((UInt32(start[4 * pixel + color] ^ flip) * light + 127) / 255)
      }
    }
    LibYuv.rgbToI420(Plane(start: start, stride: header.width * 3), to: target, width: width, height: height)
  }

  /// Where a picture is decoded to: its colour into planes of ours; its luma straight into the picture where that has the
  /// same size, so that nothing but colour is resampled and copied.
  private func decodedPlanes(
    _ header: TurboJPEG.Header, _ subsampling: JPEGSubsampling, in picture: I420Picture, _ target: PlaneTriple
  ) -> PlaneTriple {
    let (x, y) = (subsampling.chromaDivisorX, subsampling.chromaDivisorY)
    // TurboJPEG pads luma to whole groups of pixels that share a colour; the colour planes are padded likewise.
    let (columns, rows) = ((header.width + x - 1) / x, (header.height + y - 1) / y)
    let isWhole = columns * x == picture.width && rows * y == picture.height
    let own = scratch.planes(
      lumaWidth: isWhole ? 0 : columns * x, lumaHeight: isWhole ? 0 : rows * y,
      chromaWidth: subsampling == .grey ? 0 : columns, chromaHeight: subsampling == .grey ? 0 : rows)
    return isWhole ? PlaneTriple(luma: target.luma, cb: own.cb, cr: own.cr) : own
  }

  /// Luma that is in its place already is not copied: libyuv leaves alone what it is to copy onto itself.
  private func resample(
    _ source: PlaneTriple, _ subsampling: JPEGSubsampling, into target: PlaneTriple, width: Int, height: Int
  ) {
    switch subsampling {
    case .s420: LibYuv.convert(.copy420, source, to: target, width: width, height: height)
    case .s422: LibYuv.convert(.from422To420, source, to: target, width: width, height: height)
    case .s444: LibYuv.convert(.from444To420, source, to: target, width: width, height: height)
    case .grey:
      LibYuv.copyPlane(source.luma, to: target.luma, width: width, height: height)
      LibYuv.setPlane(target.cb, width: width / 2, height: height / 2, to: 128)
      LibYuv.setPlane(target.cr, width: width / 2, height: height / 2, to: 128)
    case .s440:
      LibYuv.copyPlane(source.luma, to: target.luma, width: width, height: height)
      for (plane, result) in [(source.cb, target.cb), (source.cr, target.cr)] {
        LibYuv.scalePlane(
          plane, width: width, height: height / 2, to: result, targetWidth: width / 2, targetHeight: height / 2)
      }
    case .s411:
      LibYuv.copyPlane(source.luma, to: target.luma, width: width, height: height)
      halveRows(source, into: target, width: width, height: height)
    }
  }

  /// Colour of 4:1:1: twice as many columns, half as many rows. A last half group of columns would not come out
  /// even, so the wider result is made aside and cropped.
  private func halveRows(_ source: PlaneTriple, into target: PlaneTriple, width: Int, height: Int) {
    let columns = (width + 3) / 4
    let wide = wideScratch.planes(
      lumaWidth: 0, lumaHeight: 0, chromaWidth: 2 * columns, chromaHeight: height / 2)
    for (plane, between, result) in [(source.cb, wide.cb, target.cb), (source.cr, wide.cr, target.cr)] {
      LibYuv.scalePlane(
        plane, width: columns, height: height, to: between, targetWidth: 2 * columns, targetHeight: height / 2)
      LibYuv.copyPlane(between, to: result, width: width / 2, height: height / 2)
    }
  }
}

extension FrameConverter {
  /// Converts a frame into a smaller picture of about its shape; a camera's own JPEG is decoded no larger than it has
  /// to be.
  ///
  /// The picture gets the frame's range, as by `convert(_:into:)`.
  /// - Throws: As `convert(_:into:)`.
  public func convert(_ frame: VideoFrame, scaledInto picture: I420Picture) throws(CodingError) {
    if frame.format.pixelFormat.isCompressed {
      try frame.storage.withBytes { (bytes) throws(CodingError) in
        try convertJPEG(bytes, format: frame.format, scaledInto: picture)
      }
      return
    }
    let whole = try intermediate(width: frame.format.width & ~1, height: frame.format.height & ~1)
    try convert(frame, into: whole)
    stages.measure(.scale) { picture.scale(whole) }
    picture.range = whole.range
  }

  private func convertJPEG(
    _ bytes: UnsafeRawBufferPointer, format: VideoFormat, scaledInto picture: I420Picture
  ) throws(CodingError) {
    let decoded = try stages.measure(.decode) { () throws(CodingError) -> I420Picture? in
      let (head, whole) = try headers(bytes)
      try check(whole, against: format)
      let header = whole.scaled(towards: max(picture.width, picture.height))
      if header.width == picture.width, header.height == picture.height {
        try decode(bytes, head, header, into: picture)
        return nil
      }
      let decoded = try intermediate(width: header.width & ~1, height: header.height & ~1)
      try decode(bytes, head, header, into: decoded)
      return decoded
    }
    if let decoded { stages.measure(.scale) { picture.scale(decoded) } }
    picture.range = .full
  }

  private func intermediate(width: Int, height: Int) throws(CodingError) -> I420Picture {
    if let scratch = scratchPicture, scratch.width == width, scratch.height == height { return scratch }
    let picture = try I420Picture(width: width, height: height, range: .full)
    scratchPicture = picture
    return picture
  }
}
