import MediaCore
import VideoCoding

extension DNGWriter {
  /// The pictures for programs that do not develop samples: the preview, and the thumbnail if one is wanted.
  static func pictures(
    of frame: VideoFrame, neutral: BayerNeutral, thumbnailSize: StillSize?
  ) throws(CodingError) -> (preview: TIFFDirectory, thumbnail: TIFFDirectory?) {
    let picture = try I420Picture(for: frame.format)
    let converter = try FrameConverter()
    converter.neutral = neutral
    try converter.convert(frame, into: picture)
    // Readers that know no sub-directory types take the largest picture for the main one.
    let longest = max(picture.width, picture.height)
    let side = min(1280, max(2, longest / 2))
    let preview = try directory(of: picture.fitted(maximumSide: side))
    guard let thumbnailSize else { return (preview, nil) }
    return (preview, try directory(of: fitted(picture, into: thumbnailSize)))
  }

  private static func fitted(_ picture: I420Picture, into size: StillSize) throws(CodingError) -> I420Picture {
    guard size.width >= 2, size.height >= 2 else {
      throw CodingError(
        .invalidSetting, context: "DNG",
        message: "A thumbnail has at least 2x2 pixels. Choose a larger size than \(size.width)x\(size.height).")
    }
    let share = min(
      1, Double(size.width) / Double(picture.width), Double(size.height) / Double(picture.height))
    func scaled(_ length: Int) -> Int { max(2, Int(Double(length) * share) & ~1) }
    if share == 1 { return picture }
    let result = try I420Picture(
      width: scaled(picture.width), height: scaled(picture.height), range: picture.range)
    result.scale(picture)
    return result
  }

  private static func directory(of picture: I420Picture) throws(CodingError) -> TIFFDirectory {
    let jpeg = try JPEGEncoder().encode(picture, quality: 85)
    var directory = TIFFDirectory()
    directory[0x00fe] = .long([1])  // of reduced size
    directory[0x0100] = .long([UInt32(clamping: picture.width)])
    directory[0x0101] = .long([UInt32(clamping: picture.height)])
    directory[0x0102] = .short([8, 8, 8])
    directory[0x0103] = .short([7])  // JPEG
    directory[0x0106] = .short([6])  // YCbCr
    directory[0x0111] = .offset(of: jpeg)
    directory[0x0115] = .short([3])
    directory[0x0116] = .long([UInt32(clamping: picture.height)])
    directory[0x0117] = .long([UInt32(clamping: jpeg.count)])
    directory[0x011c] = .short([1])
    directory[0x0212] = .short([2, 2])
    directory[0x0213] = .short([1])  // colour lies in the middle of four pixels
    directory[0x0214] = .rational([(0, 1), (255, 1), (128, 1), (255, 1), (128, 1), (255, 1)])
    directory[0xc71a] = .long([2])  // PreviewColorSpace: sRGB
    return directory
  }
}
