import MediaCore
import TestSupport
import Testing
import VideoCoding

struct UncompressedStillTests {
  static let names: [PixelFormat: String] = [
    .bgra: "bgra", .nv12: "nv12", .yu12: "yuv420p", .yuyv: "yuyv422", .uyvy: "uyvy422", .rgb24: "rgb24",
  ]

  private func bytes(_ frame: VideoFrame) -> [UInt8] { frame.storage.withBytes { Array($0) } }

  @Test("the still of a frame looks as ffmpeg sees it", arguments: [PixelFormat.bgra, .nv12, .yu12, .yuyv, .rgb24])
  func judgedByFFmpeg(target: PixelFormat) throws {
    let folder = try TemporaryFolder()
    let original = try TestPicture.wave(width: 96, height: 64, range: .video)
    let frame = try FramePacker().frame(original, as: VideoFormat(pixelFormat: .yu12, width: 96, height: 64))
    let still = try UncompressedStill.make(of: frame, as: target)
    #expect(still.format == VideoFormat(pixelFormat: target, width: 96, height: 64))
    #expect(still.storage.count == still.format.frameBytes)
    try folder.write(bytes(still), as: "still.raw")
    try folder.write(TestPicture.packed(original), as: "frame.raw")
    func luma(_ name: String, _ file: String) throws -> [UInt8] {
      try ForeignTool.ffmpeg.run(
        [
          "-v", "error", "-f", "rawvideo", "-pix_fmt", name, "-s", "96x64", "-i", file, "-vf",
          "scale=in_range=\(name == "bgra" || name == "rgb24" ? "full" : "limited"):out_range=full:sws_flags=accurate_rnd",
          "-pix_fmt", "gray", "-f", "rawvideo", "-",
        ], in: folder
      ).bytes
    }
    let (ours, theirs) = (
      try luma(try #require(Self.names[target]), "still.raw"), try luma("yuv420p", "frame.raw")
    )
    #expect(ours.count == 96 * 64)
    #expect(TestPicture.distance(ours, theirs) <= 3)
  }

  @Test("a frame in the format that is asked for keeps every byte, without its padding")
  func sameFormat() throws {
    for format in [PixelFormat.yuyv, .nv12, .yu12, .rgb24, .grey, .bgra] {
      let original = try TestPicture.wave(width: 98, height: 66, range: .video)
      let padded = VideoFormat(pixelFormat: format, width: 98, height: 66, strideBytes: 512)
      let tight = VideoFormat(pixelFormat: format, width: 98, height: 66)
      let still = try UncompressedStill.make(of: FramePacker().frame(original, as: padded), as: format)
      #expect(still.format == tight)
      #expect(firstDifference(bytes(still), bytes(try FramePacker().frame(original, as: tight))) == nil)
    }
  }

  @Test("RGB becomes BGRA without loss, and odd sides lose their last pixel")
  func rgb() throws {
    let pixels = (0..<5 * 3 * 3).map { UInt8($0 * 5) }
    let still = try UncompressedStill.make(
      of: VideoFrame(VideoFormat(pixelFormat: .rgb24, width: 5, height: 3), pixels), as: .bgra)
    #expect(still.format == VideoFormat(pixelFormat: .bgra, width: 4, height: 2))
    let expected = (0..<2).flatMap { y in
      (0..<4).flatMap { x in
        let first = 3 * (5 * y + x)
        return [pixels[first + 2], pixels[first + 1], pixels[first], 255]
      }
    }
    #expect(bytes(still) == expected)
  }

  @Test("a still has the range that is asked for, else the frame's", arguments: [ColorRange.full, .video])
  func ranges(range: ColorRange) throws {
    let picture = try I420Picture(width: 16, height: 16, range: .full)
    picture.fill(x: 0, y: 0, width: 16, height: 16, luma: 255)
    let frame = try FramePacker(quality: 100).frame(
      picture, as: VideoFormat(pixelFormat: .mjpeg, width: 16, height: 16))
    let still = try UncompressedStill.make(of: frame, as: .nv12, range: range)
    #expect(still.format.range == range)
    #expect(abs(Int(bytes(still)[0]) - (range == .full ? 255 : 235)) <= 1)
    #expect(try UncompressedStill.make(of: frame, as: .nv12).format.range == .full)
    // Moving a frame between ranges within one format counts, too.
    let moved = try UncompressedStill.make(of: still, as: .nv12, range: .video)
    #expect(abs(Int(bytes(moved)[0]) - 235) <= 1)
  }

  @Test("raw frames can be made into every format", arguments: PixelFormat.uncompressed)
  func raw(target: PixelFormat) throws {
    let original = try TestPicture.wave(width: 160, height: 120, range: .full)
    let frame = try FramePacker().frame(
      original, as: VideoFormat(pixelFormat: try #require(PixelFormat("pRAA")), width: 160, height: 120))
    let still = try UncompressedStill.make(of: frame, as: target)
    let picture = try I420Picture(for: still.format)
    try FrameConverter().convert(still, into: picture)
    #expect(TestPicture.meanSquare(TestPicture.luma(picture), TestPicture.luma(original)) < 5)
    #expect(still.time == frame.time && still.sequence == frame.sequence)
  }

  @Test("formats and sizes that cannot be, and damaged frames, are errors")
  func refusals() throws {
    func code(_ frame: VideoFrame, _ target: PixelFormat = .bgra) throws -> CodingError.Code {
      try #require(throws: CodingError.self) { try UncompressedStill.make(of: frame, as: target) }.code
    }
    let grey = VideoFrame(VideoFormat(pixelFormat: .grey, width: 4, height: 4), .init(repeating: 0, count: 16))
    #expect(try code(grey, .mjpeg) == .unsupported)
    #expect(try code(grey, try #require(PixelFormat("BA81"))) == .unsupported)
    for format in [PixelFormat.rgb24, try #require(PixelFormat("RGGB")), .bgra, .nv12] {
      #expect(try code(VideoFrame(VideoFormat(pixelFormat: format, width: 64, height: 64), [1, 2, 3])) == .truncated)
      for (width, height) in [(0, 4), (1, 4), (4, 1), (-8, 4), (.max, 4), (4, .min), (65_535, 65_535)] {
        #expect(
          try code(VideoFrame(VideoFormat(pixelFormat: format, width: width, height: height), [1])) == .invalidSetting)
      }
    }
    #expect(try code(VideoFrame(VideoFormat(pixelFormat: .mjpeg, width: 4, height: 4), [1, 2, 3])) == .malformed)
  }
}
