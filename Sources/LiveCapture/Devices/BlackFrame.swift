import MediaCore

/// The frame that takes the place of what a camera sees that may not be used yet.
enum BlackFrame {
  private static let quality = 90

  /// Returns a black picture in a camera's format; `nil` if there is none in it.
  static func storage(for format: VideoFormat, _ pictures: any PictureConverting) -> FrameStorage? {
    let layout = VideoFormat(
      pixelFormat: .yu12, width: (format.width + 1) & ~1, height: (format.height + 1) & ~1, range: format.range)
    let black: UInt8 = format.range == .full ? 0 : 16
    let picture = FrameStorage(capacity: layout.frameBytes)
    picture.fill { room in
      for (index, plane) in layout.planes.enumerated() {
        let rows = UnsafeMutableRawBufferPointer(rebasing: room[plane.offset...].prefix(plane.strideBytes * plane.rows))
        rows.initializeMemory(as: UInt8.self, repeating: index == 0 ? black : 128)
      }
      return layout.frameBytes
    }
    do throws(CodingError) {
      let packer = try pictures.makePacker(quality: quality)
      let storage = FrameStorage(capacity: packer.maximumBytes(for: format))
      try storage.fill { (room) throws(CodingError) in
        room.initializeMemory(as: UInt8.self, repeating: 0)
        return try picture.withBytes { (bytes) throws(CodingError) in
          try packer.pack(bytes, laidOutAs: layout, as: format, into: room)
        }
      }
      return storage
    } catch {
      return nil
    }
  }
}
