import MediaCore

/// Converts pictures to zeros of the right size.
struct NullPictures: PictureConverting {
  func convert(
    _ frame: VideoFrame, to format: PixelFormat, size: (width: Int, height: Int)?
  ) throws(CodingError) -> VideoFrame {
    guard PixelFormat.uncompressed.contains(format) else {
      throw CodingError(.unsupported, context: "\(format)", message: "Choose one of \(PixelFormat.uncompressed).")
    }
    let (width, height) = size ?? (frame.format.width & ~1, frame.format.height & ~1)
    if frame.format.pixelFormat == format, (frame.format.width, frame.format.height) == (width, height) { return frame }
    let target = VideoFormat(pixelFormat: format, width: width, height: height, range: .full)
    let storage = FrameStorage(capacity: target.frameBytes)
    storage.fill { room in
      room.initializeMemory(as: UInt8.self, repeating: 0)
      return room.count
    }
    return VideoFrame(format: target, time: frame.time, sequence: frame.sequence, storage: storage)
  }

  func makePacker(quality: Int) -> any FramePacking { Packer() }

  private final class Packer: FramePacking {
    func maximumBytes(for format: VideoFormat) -> Int { max(4, format.frameBytes) }

    func pack(
      _ picture: UnsafeRawBufferPointer, laidOutAs layout: VideoFormat, as format: VideoFormat,
      into buffer: UnsafeMutableRawBufferPointer
    ) -> Int {
      if format == layout {
        buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: picture.prefix(buffer.count)))
        return format.frameBytes
      }
      if format.pixelFormat.isCompressed {
        buffer.copyBytes(from: NullStills.emptyFile)
        return NullStills.emptyFile.count
      }
      buffer.initializeMemory(as: UInt8.self, repeating: 0)
      return format.frameBytes
    }
  }
}
