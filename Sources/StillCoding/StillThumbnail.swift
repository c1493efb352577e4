public import MediaCore
public import VideoCoding

/// The small copy of a picture inside a still's Exif, which file managers and phones list pictures by.
public enum StillThumbnail {
  /// Its longer side in pixels, as in Exif's own examples.
  public static let side = 160
  private static let quality = 75

  /// A JPEG of the picture, made small.
  /// - Throws: ``MediaCore/CodingError`` when it cannot be encoded.
  public static func jpeg(of picture: I420Picture, side: Int = side) throws(CodingError) -> [UInt8] {
    try JPEGEncoder().encode(picture.fitted(maximumSide: side), quality: quality)
  }

  /// A JPEG of the frame, made small. A camera's own JPEG is decoded no larger than it has to be.
  /// - Throws: ``MediaCore/CodingError`` when the frame is damaged, or cannot be encoded.
  public static func jpeg(of frame: VideoFrame, side: Int = side) throws(CodingError) -> [UInt8] {
    let converter = try FrameConverter()
    guard frame.format.pixelFormat.isCompressed else {
      let picture = try I420Picture(for: frame.format)
      try converter.convert(frame, into: picture)
      return try jpeg(of: picture, side: side)
    }
    let picture = try frame.storage.withBytes { (bytes) throws(CodingError) in
      try bytes.bytes.withUnsafeBytes { (raw) throws(CodingError) in
        try converter.picture(ofJPEG: raw, maximumSide: side)
      }
    }
    return try jpeg(of: picture, side: side)
  }
}
