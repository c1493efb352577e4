import MediaCore
import VideoCoding

/// The frame that takes the place of what a camera sees that may not be used yet.
enum BlackFrame {
  /// A black picture in a camera's format; `nil` if there is none in it.
  static func storage(for format: VideoFormat) -> FrameStorage? {
    do throws(CodingError) {
      let picture = try I420Picture(
        width: (format.width + 1) & ~1, height: (format.height + 1) & ~1, range: format.range)
      picture.fill(
        x: 0, y: 0, width: picture.width, height: picture.height, luma: format.range == .full ? 0 : 16)
      let packer = try FramePacker()
      let storage = FrameStorage(capacity: packer.maximumBytes(for: format))
      try storage.fill { (room) throws(CodingError) in
        room.initializeMemory(as: UInt8.self, repeating: 0)
        return try packer.pack(picture, as: format, into: room)
      }
      return storage
    } catch {
      return nil
    }
  }
}
