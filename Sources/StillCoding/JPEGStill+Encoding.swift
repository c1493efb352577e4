public import MediaCore
public import VideoCoding

extension JPEGStill {
  /// The still of any frame: a camera's own JPEG as it is, raw pixels encoded once, with `metadata` put in.
  ///
  /// Packed 4:2:2 keeps all of its colour; other raw formats become 4:2:0, and odd sizes are cropped to even.
  /// `quality` goes from 1 to 100 and matters to raw frames alone.
  /// - Throws: ``MediaCore/CodingError``: what ``embedding(_:in:)-(_,VideoFrame)``, the converter and the encoder
  ///   throw.
  public static func encoding(
    _ metadata: StillMetadata, from frame: VideoFrame, quality: Int
  ) throws(CodingError) -> [UInt8] {
    if frame.format.pixelFormat.isCompressed { return try embedding(metadata, in: frame) }
    return try embedding(metadata, in: compressing(frame, quality: quality))
  }

  /// The bare JPEG of raw pixels, as ``encoding(_:from:quality:)-(_,VideoFrame,_)`` puts metadata in: for those who make
  /// something for the metadata meanwhile.
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
