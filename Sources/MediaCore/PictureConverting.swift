/// Changes the coding and the size of pictures.
///
/// Sessions use it for previews, uncompressed stills and data outputs; simulated cameras for formats other than planes.
public protocol PictureConverting: Sendable {
  /// Returns a frame as pixels of another format, with the same time and number.
  ///
  /// Sizes are cropped to even ones. `size`, both sides even, scales the whole picture to it, without regard to its
  /// proportions; the result is then of the range that the decoded picture has.
  /// - Throws: ``CodingError`` when the frame is damaged or the format is none of ``PixelFormat/uncompressed``.
  func convert(
    _ frame: VideoFrame, to format: PixelFormat, size: (width: Int, height: Int)?
  ) throws(CodingError) -> VideoFrame

  /// Makes a packer, whose JPEG frames have a quality from 1 to 100.
  /// - Throws: ``CodingError`` when there is none.
  func makePacker(quality: Int) throws(CodingError) -> any FramePacking
}

/// Codes pictures as frames of a camera's format. One packer serves one thread at a time.
public protocol FramePacking: AnyObject {
  /// Returns the most bytes that a frame of a format can take.
  func maximumBytes(for format: VideoFormat) -> Int

  /// Writes a picture as one frame and returns how many bytes it takes.
  ///
  /// `picture` holds planes of ``PixelFormat/yu12`` as `layout` says; its size is the format's, rounded up to even.
  /// - Throws: ``CodingError`` for a format that is not written, a picture of another size, or too small a buffer.
  func pack(
    _ picture: UnsafeRawBufferPointer, laidOutAs layout: VideoFormat, as format: VideoFormat,
    into buffer: UnsafeMutableRawBufferPointer
  ) throws(CodingError) -> Int
}

extension PixelFormat {
  /// The formats that pictures can be converted to without compression; BGRA is `kCVPixelFormatType_32BGRA`.
  public static let uncompressed: [PixelFormat] = [.bgra, .nv12, .yu12, .yuyv, .uyvy, .bgrx, .rgb24, .grey]
}
