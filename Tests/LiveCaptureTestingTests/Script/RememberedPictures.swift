import CaptureCodecs
import CaptureScripts
import LiveCapture
import MediaCore
import ScriptFiles
import Synchronization

@testable import Fixtures

/// Conversions whose JPEG frames are each compressed once in a process: scenes of one seed show the same pictures in
/// every script, and most of what a script costs is their compression.
///
/// What a frame holds is what the encoder made of these very pixels, at this quality and in this format.
struct RememberedPictures: PictureConverting {
  private let pictures = StandardPictures()

  func convert(
    _ frame: VideoFrame, to format: PixelFormat, size: (width: Int, height: Int)?
  ) throws(CodingError) -> VideoFrame {
    try pictures.convert(frame, to: format, size: size)
  }

  func makePacker(quality: Int) throws(CodingError) -> any FramePacking {
    Packer(packer: try pictures.makePacker(quality: quality), quality: quality)
  }

  private struct Key: Hashable {
    let checksum: UInt64
    let layout: VideoFormat
    let format: VideoFormat
    let quality: Int
  }

  private struct Memory {
    var frames: [Key: [UInt8]] = [:]
    // Enough for some minutes of 720p.
    var room = 128 << 20
  }

  private static let memory = Mutex(Memory())

  private final class Packer: FramePacking {
    private let packer: any FramePacking
    private let quality: Int

    init(packer: any FramePacking, quality: Int) { (self.packer, self.quality) = (packer, quality) }

    func maximumBytes(for format: VideoFormat) -> Int { packer.maximumBytes(for: format) }

    func pack(
      _ picture: UnsafeRawBufferPointer, laidOutAs layout: VideoFormat, as format: VideoFormat,
      into buffer: UnsafeMutableRawBufferPointer
    ) throws(CodingError) -> Int {
      guard format.pixelFormat.isCompressed else {
        return try packer.pack(picture, laidOutAs: layout, as: format, into: buffer)
      }
      let key = Key(checksum: FixtureHash.of(picture), layout: layout, format: format, quality: quality)
      if let known = memory.withLock({ $0.frames[key] }), known.count <= buffer.count {
        buffer.copyBytes(from: known)
        return known.count
      }
      let count = try packer.pack(picture, laidOutAs: layout, as: format, into: buffer)
      let made = Array(buffer[..<count])
      memory.withLock { memory in
        guard memory.room >= count, memory.frames.updateValue(made, forKey: key) == nil else { return }
        memory.room -= count
      }
      return count
    }
  }
}

extension ScriptTools {
  /// Everything that scripts can ask for, with ``RememberedPictures``.
  static let remembering: ScriptTools = {
    var tools = standard
    tools.media?.pictures = RememberedPictures()
    return tools
  }()
}
