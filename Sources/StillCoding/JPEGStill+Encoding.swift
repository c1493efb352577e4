public import MediaCore
public import VideoCoding

extension JPEGStill {
  /// The bare JPEG of raw pixels, encoded once, for ``embedding(_:in:)-(_,RawSpan)`` to put metadata in.
  ///
  /// Packed 4:2:2 keeps all of its colour; other formats become 4:2:0, and odd sizes are cropped to even. `quality`
  /// goes from 1 to 100.
  /// - Throws: ``MediaCore/CodingError``: what the converter and the encoder throw.
  public static func compressing(_ frame: VideoFrame, quality: Int) throws(CodingError) -> [UInt8] {
    switch frame.format.pixelFormat {
    case .yuyv, .uyvy: return try JPEGEncoder().encode(frame, quality: quality)
    default:
      let picture = try I420Picture(for: frame.format)
      try FrameConverter().convert(frame, into: picture)
      return try JPEGEncoder().encode(picture, quality: quality)
    }
  }

  /// The still of an uncompressed picture, encoded as 4:2:0 with `metadata` put in.
  ///
  /// `quality` goes from 1 to 100.
  /// - Throws: ``MediaCore/CodingError``: what the encoder and ``embedding(_:in:)-(_,RawSpan)`` throw.
  public static func encoding(
    _ metadata: StillMetadata, from picture: I420Picture, quality: Int
  ) throws(CodingError) -> [UInt8] {
    try embedding(metadata, in: JPEGEncoder().encode(picture, quality: quality))
  }
}
