import CYuv
public import MediaCore

/// Makes a still without compression of any frame: bytes in the format that is asked for, rows without padding.
public enum UncompressedStill {
  /// Returns the still of a frame: a frame of its own with the same time and number.
  ///
  /// A last odd column or row is left out. A frame that has the format already is copied without its padding; RGB and
  /// raw frames become BGRA without losing colour on the way; all others pass through 4:2:0. YCbCr gets `range`, or
  /// without it the frame's.
  /// - Throws: ``MediaCore/CodingError`` with `.unsupported` for a format that is not in
  ///   ``MediaCore/PixelFormat/uncompressed``, `.invalidSetting` for a frame smaller than 2x2 or beyond
  ///   ``I420Picture/maximumSize``, and what ``FrameConverter/convert(_:into:)-(VideoFrame,_)`` throws for the frame.
  public static func make(
    of frame: VideoFrame, as pixelFormat: PixelFormat, range: ColorRange? = nil
  ) throws(CodingError) -> VideoFrame {
    guard PixelFormat.uncompressed.contains(pixelFormat) else {
      throw CodingError(
        .unsupported, context: "still \(pixelFormat)",
        message: "Stills without compression are made as "
          + PixelFormat.uncompressed.map(\.description).joined(separator: ", ")
          + ". Choose one of them.")
    }
    let source = frame.format
    try I420Picture.checkSides(source.width & ~1, source.height & ~1, isEven: false, context: "\(source)")
    let target = VideoFormat(
      pixelFormat: pixelFormat, width: source.width & ~1, height: source.height & ~1,
      range: pixelFormat.isAlwaysFull ? .full : range ?? source.range)
    let storage = FrameStorage(capacity: target.frameBytes)
    try storage.fill { (room) throws(CodingError) in
      try frame.storage.withBytes { (bytes) throws(CodingError) in
        let raw = RawFrame(source, reading: bytes)
        let own = RawFrame(target, writing: room)
        if source.pixelFormat == pixelFormat, source.range == target.range {
          for (index, layout) in target.planes.enumerated() {
            let plane = try raw.plane(index, rowBytes: layout.rowBytes, rows: layout.rows)
            plane.copy(to: try own.plane(index, rowBytes: layout.rowBytes, rows: layout.rows))
          }
        } else if pixelFormat == .bgra || pixelFormat == .bgrx,
          source.pixelFormat == .rgb24 || source.pixelFormat.bayer != nil
        {
          try makeBGRA(of: raw, into: own.plane(0, rowBytes: 4 * target.width, rows: target.height))
        } else {
          let picture = try I420Picture(for: source)
          try FrameConverter().convert(bytes, format: source, into: picture)
          _ = try FramePacker().pack(picture, as: target, into: room)
        }
      }
      return target.frameBytes
    }
    return VideoFrame(format: target, time: frame.time, sequence: frame.sequence, storage: storage)
  }

  private static func makeBGRA(of frame: RawFrame, into target: Plane) throws(CodingError) {
    guard frame.format.pixelFormat.bayer != nil else {
      return try frame.plane(0, rowBytes: 3 * frame.width, rows: frame.height).convert(to: target, by: RAWToARGB)
    }
    try FrameConverter().demosaic(frame) { rgb, y in
      rgb.convert(to: target.part(y: y, height: rgb.height), by: RAWToARGB)
    }
  }
}
