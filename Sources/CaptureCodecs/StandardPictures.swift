public import MediaCore
import VideoCoding

/// Conversions by libyuv and TurboJPEG.
public struct StandardPictures: PictureConverting {
  /// Creates the conversions.
  public init() {}

  /// Returns a frame as pixels of another format.
  ///
  /// RGB and raw frames become BGRA without losing colour on the way; all others pass through 4:2:0.
  /// - Throws: `CodingError` when the frame is damaged or the format is none of them.
  public func convert(
    _ frame: VideoFrame, to format: PixelFormat, size: (width: Int, height: Int)?
  ) throws(CodingError) -> VideoFrame {
    guard let size else { return try UncompressedStill.make(of: frame, as: format) }
    let picture = try I420Picture(width: size.width, height: size.height, range: .full)
    try FrameConverter().convert(frame, scaledInto: picture)
    let small = try picture.frame(time: frame.time, sequence: frame.sequence)
    return format == .yu12 ? small : try UncompressedStill.make(of: small, as: format)
  }

  /// Makes a packer of JPEG frames as 4:2:2 and of all native formats.
  /// - Throws: `CodingError` with `.invalidSetting` for another quality.
  public func makePacker(quality: Int) throws(CodingError) -> any FramePacking { try FramePacker(quality: quality) }
}

extension I420Picture {
  /// The picture as a frame of its own memory.
  /// - Throws: `CodingError` for a size that no frame has.
  func frame(time: MediaTime = .zero, sequence: UInt64 = 0) throws(CodingError) -> VideoFrame {
    let format = VideoFormat(pixelFormat: .yu12, width: width, height: height, range: range)
    let storage = FrameStorage(capacity: format.frameBytes)
    let packer = try FramePacker()
    try storage.fill { (room) throws(CodingError) in try packer.pack(self, as: format, into: room) }
    return VideoFrame(format: format, time: time, sequence: sequence, storage: storage)
  }
}
