import MediaCore
import VideoCoding

/// Stills and previews as pixels.
enum PixelStill {
  /// A frame as pixels of another format, cropped to even sizes.
  /// - Throws: `CodingError` when the frame is damaged or the format cannot be had.
  static func pixels(of frame: VideoFrame, as pixelFormat: PixelFormat) throws(CodingError) -> CapturePhoto.PixelBuffer
  {
    let still = try UncompressedStill.make(of: frame, as: pixelFormat)
    return CapturePhoto.PixelBuffer(format: still.format, bytes: still.storage.withBytes { Array($0) })
  }

  /// A frame as pixels of another format, made small.
  /// - Throws: As ``pixels(of:as:)``.
  static func preview(
    of frame: VideoFrame, as pixelFormat: PixelFormat, size: ResolvedPhotoSettings.Dimensions
  ) throws(CodingError) -> CapturePhoto.PixelBuffer {
    let picture = try I420Picture(width: size.width & ~1, height: size.height & ~1, range: .full)
    try FrameConverter().convert(frame, scaledInto: picture)
    var small = try self.frame(of: picture)
    small = VideoFrame(format: small.format, time: frame.time, sequence: frame.sequence, storage: small.storage)
    return try pixels(of: small, as: pixelFormat)
  }

  /// A picture as a frame of no time.
  /// - Throws: `CodingError` for a size that no frame has.
  static func frame(of picture: I420Picture) throws(CodingError) -> VideoFrame {
    let format = VideoFormat(
      pixelFormat: .yu12, width: picture.width, height: picture.height, range: picture.range)
    let storage = FrameStorage(capacity: format.frameBytes)
    let packer = try FramePacker()
    try storage.fill { (room) throws(CodingError) in try packer.pack(picture, as: format, into: room) }
    return VideoFrame(format: format, time: .zero, sequence: 0, storage: storage)
  }
}
