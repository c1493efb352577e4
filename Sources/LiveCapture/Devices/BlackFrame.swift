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
      room.initializeMemory(as: UInt8.self, repeating: 128)
      room[..<layout.planes[1].offset].initializeMemory(as: UInt8.self, repeating: black)
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
    } catch { return nil }  // a coding that cannot be packed: the frame is left out
  }
}
