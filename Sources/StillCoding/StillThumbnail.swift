public import MediaCore
public import VideoCoding

/// The small copy of a picture inside a still's Exif, which file managers and phones list pictures by.
public enum StillThumbnail {
  /// The thumbnail's longer side in pixels, as in Exif's own examples.
  public static let side = 160
  private static let quality = 75

  /// Returns a JPEG of the picture, made small: to fit into a square of that side, or to just that size in even pixels.
  /// A thumbnail that would not fit into Exif at its size is compressed the more. Colours of a profile become sRGB's: a
  /// thumbnail has none.
  /// - Throws: ``MediaCore/CodingError`` with `.invalidSetting` for a size that there cannot be, or when it cannot be
  ///   encoded.
  public static func jpeg(
    of picture: I420Picture, side: Int = side, size: StillSize? = nil, profile: ColorProfile? = nil
  ) throws(CodingError) -> [UInt8] {
    guard let size else {
      let small = try picture.fitted(maximumSide: side)
      return try JPEGEncoder().encode(profile?.convertedToSRGB(small) ?? small, quality: quality)
    }
    try I420Picture.checkSides(size.width, size.height, context: "thumbnail \(size.width)x\(size.height)")
    var small = picture
    if picture.width != size.width || picture.height != size.height {
      small = try I420Picture(width: size.width, height: size.height, range: picture.range)
      small.scale(picture)
    }
    small = try profile?.convertedToSRGB(small) ?? small
    var jpeg: [UInt8] = []
    for quality in [quality, 50, 25, 10] {
      jpeg = try JPEGEncoder().encode(small, quality: quality)
      if jpeg.count <= ExifWriter.mostThumbnailBytes { break }
    }
    return jpeg
  }

  /// A JPEG of the frame, made small as a picture is. A camera's own JPEG is decoded no larger than it has to be.
  /// - Throws: ``MediaCore/CodingError`` when the frame is damaged, and as `jpeg(of:side:size:)` of a picture.
  public static func jpeg(
    of frame: VideoFrame, side: Int = side, size: StillSize? = nil
  ) throws(CodingError) -> [UInt8] {
    let converter = try FrameConverter()
    if let size {
      try I420Picture.checkSides(size.width, size.height, context: "thumbnail \(size.width)x\(size.height)")
      let small = try I420Picture(width: size.width, height: size.height, range: .full)
      try converter.convert(frame, scaledInto: small)
      return try jpeg(of: small, size: size)
    }
    guard frame.format.pixelFormat.isCompressed else {
      let picture = try I420Picture(for: frame.format)
      try converter.convert(frame, into: picture)
      return try jpeg(of: picture, side: side)
    }
    let picture = try frame.storage.withBytes { (bytes) throws(CodingError) in
      try bytes.bytes.withUnsafeBytes { (raw) throws(CodingError) in
        try converter.picture(ofJPEG: raw, maximumSide: side, isOfFile: false)
      }
    }
    return try jpeg(of: picture, side: side)
  }
}
