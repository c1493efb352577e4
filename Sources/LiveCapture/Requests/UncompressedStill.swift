import MediaCore
import VideoCoding

/// Stills as pixels.
enum UncompressedStill {
  /// What pixels can be delivered as, fewest conversions first.
  static let pixelFormats: [PixelFormat] = [.yu12, .nv12, .yuyv, .rgb24, .grey]

  /// Whether frames of a format are a sensor's own samples.
  static func isRaw(_ format: PixelFormat) -> Bool { false }

  /// A frame as pixels of another format, cropped to even sizes.
  /// - Throws: `CodingError` when the frame is damaged or the format cannot be had.
  static func pixels(
    of frame: VideoFrame, as pixelFormat: PixelFormat, size: ResolvedPhotoSettings.Dimensions? = nil
  ) throws(CodingError) -> CapturePhoto.PixelBuffer {
    let picture = try I420Picture(for: frame.format)
    try FrameConverter().convert(frame, into: picture)
    guard let size else { return try pixels(of: picture, as: pixelFormat) }
    return try pixels(of: picture.scaled(to: size), as: pixelFormat)
  }

  private static func pixels(
    of picture: I420Picture, as pixelFormat: PixelFormat
  ) throws(CodingError) -> CapturePhoto.PixelBuffer {
    let format = VideoFormat(pixelFormat: pixelFormat, width: picture.width, height: picture.height)
    let packer = try FramePacker()
    let capacity = packer.maximumBytes(for: format)
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: max(capacity, 1), alignment: 64)
    defer { memory.deallocate() }
    memory.initializeMemory(as: UInt8.self, repeating: 0)
    let count = try packer.pack(picture, as: format, into: memory)
    return CapturePhoto.PixelBuffer(format: format, bytes: Array(memory[..<count]))
  }
}

extension I420Picture {
  fileprivate func scaled(to size: ResolvedPhotoSettings.Dimensions) throws(CodingError) -> I420Picture {
    let target = try I420Picture(width: size.width & ~1, height: size.height & ~1, range: range)
    target.scale(self)
    return target
  }
}
