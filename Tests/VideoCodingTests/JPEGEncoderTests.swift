import MediaCore
import TestSupport
import Testing
import VideoCoding

struct JPEGEncoderTests {
  private func probe(_ jpeg: [UInt8], in folder: TemporaryFolder) throws -> (shape: String, luma: [UInt8]) {
    try folder.write(jpeg, as: "picture.jpg")
    let shape = try ForeignTool.ffprobe.run(
      ["-v", "error", "-show_entries", "stream=width,height,pix_fmt", "-of", "csv=p=0", "picture.jpg"], in: folder)
    let luma = try ForeignTool.ffmpeg.run(
      ["-v", "error", "-i", "picture.jpg", "-vf", "extractplanes=y", "-f", "rawvideo", "-"], in: folder
    ).bytes
    return (shape.text, luma)
  }

  @Test("ffmpeg sees the picture that was encoded")
  func picture() throws {
    let folder = try TemporaryFolder()
    let original = try TestPicture.wave(width: 98, height: 66, range: .full)
    let encoder = try JPEGEncoder()
    let bytes = try encoder.encode(original, quality: 95)
    let (shape, luma) = try probe(bytes, in: folder)
    #expect(shape.hasPrefix("98,66,yuvj420p"))
    #expect(TestPicture.distance(luma, TestPicture.luma(original)) <= 4)
    #expect(try encoder.encode(original, quality: 95) == bytes)
    #expect(try encoder.encode(original, quality: 30).count < bytes.count)
  }

  @Test("video range is stretched to full range")
  func stretching() throws {
    let folder = try TemporaryFolder()
    let picture = try I420Picture(width: 32, height: 32, range: .video)
    picture.fill(x: 0, y: 0, width: 16, height: 32, luma: 16)
    picture.fill(x: 16, y: 0, width: 16, height: 32, luma: 235)
    let (_, luma) = try probe(JPEGEncoder().encode(picture, quality: 95), in: folder)
    #expect(luma[0] <= 1 && luma[31] >= 254)
    #expect(picture.range == .video && TestPicture.luma(picture)[0] == 16)
  }

  @Test("packed 4:2:2 keeps all of its colour", arguments: [PixelFormat.yuyv, .uyvy])
  func packed(pixelFormat: PixelFormat) throws {
    let folder = try TemporaryFolder()
    // Rows that alternate between two colours would be averaged to grey in 4:2:0.
    let format = VideoFormat(pixelFormat: pixelFormat, width: 32, height: 32, range: .full)
    let bytes = (0..<32).flatMap { row -> [UInt8] in
      let (cb, cr): (UInt8, UInt8) = row / 2 % 2 == 0 ? (90, 160) : (160, 90)
      let pixel: [UInt8] = pixelFormat == .yuyv ? [120, cb, 120, cr] : [cb, 120, cr, 120]
      return (0..<16).flatMap { _ in pixel }
    }
    let jpeg = try JPEGEncoder().encode(VideoFrame(format, bytes), quality: 100)
    let (shape, _) = try probe(jpeg, in: folder)
    #expect(shape.hasPrefix("32,32,yuvj422p"))
    let cb = try ForeignTool.ffmpeg.run(
      ["-v", "error", "-i", "picture.jpg", "-vf", "extractplanes=u", "-f", "rawvideo", "-"], in: folder
    ).bytes
    #expect(cb.count == 16 * 32)
    for row in 0..<32 { #expect(abs(Int(cb[row * 16 + 5]) - (row / 2 % 2 == 0 ? 90 : 160)) <= 3) }
  }

  @Test("other formats, short frames and bad qualities are errors")
  func refusals() throws {
    let encoder = try JPEGEncoder()
    let picture = try TestPicture.wave(width: 16, height: 16, range: .full)
    for quality in [-1, 0, 101] { #expect(throws: CodingError.self) { try encoder.encode(picture, quality: quality) } }
    let grey = VideoFormat(pixelFormat: .grey, width: 16, height: 16)
    #expect(throws: CodingError.self) {
      try encoder.encode(VideoFrame(grey, [UInt8](repeating: 0, count: 256)), quality: 90)
    }
    for (width, height) in [(16, 16), (0, 0), (1, 1), (100_000, 100_000)] {
      let format = VideoFormat(pixelFormat: .yuyv, width: width, height: height)
      #expect(throws: CodingError.self) {
        try encoder.encode(VideoFrame(format, [UInt8](repeating: 0, count: 100)), quality: 90)
      }
    }
  }
}
