import MediaCore
import TestSupport
import Testing
import VideoCoding

struct BayerFrameTests {
  private static func greyWorld(_ frame: VideoFrame) throws -> BayerNeutral {
    .greyWorld(try BayerUnpacker.samples(of: frame), of: frame.format)
  }

  private func format(_ name: String, _ width: Int, _ height: Int, light: LightCoding? = nil) throws -> VideoFormat {
    VideoFormat(pixelFormat: try #require(PixelFormat(name)), width: width, height: height, light: light)
  }

  private func converted(
    _ frame: VideoFrame, _ neutral: BayerNeutral = .equal, by known: FrameConverter? = nil
  ) throws -> I420Picture {
    let picture = try I420Picture(for: frame.format)
    let converter = try known ?? FrameConverter()
    converter.neutral = neutral
    try converter.convert(frame, into: picture)
    return picture
  }

  @Test(
    "the colours between are those that ffmpeg interpolates",
    arguments: [("BA81", "bayer_bggr8"), ("GBRG", "bayer_gbrg8"), ("GRBG", "bayer_grbg8"), ("RGGB", "bayer_rggb8")],
    [(320, 240), (38, 70)])
  func judgedByFFmpeg(format names: (String, String), size: (Int, Int)) throws {
    let (width, height) = size
    let folder = try TemporaryFolder()
    var generator = SeededRandom(seed: 5)
    // Soft waves in each colour, and noise on them.
    let mosaic = (0..<height).flatMap { y in
      (0..<width).map { x -> UInt8 in
        let wave: Int = (x * (1 + x % 2) + y * (2 - y % 2)) % 120
        return UInt8(60 + wave) + UInt8(generator.next() % 40)
      }
    }
    try folder.write(mosaic, as: "frame.raw")
    let expected = try ForeignTool.ffmpeg.run(
      [
        "-v", "error", "-f", "rawvideo", "-pix_fmt", names.1, "-s", "\(width)x\(height)", "-i", "frame.raw",
        "-filter_threads", "1", "-pix_fmt",
        "rgb24", "-f", "rawvideo", "-",
      ], in: folder
    ).bytes
    let frame = VideoFrame(try format(names.0, width, height, light: .display), mosaic)
    let still = try UncompressedStill.make(of: frame, as: .bgra)
    var (farthest, transparent) = (0, 0)
    still.storage.withBytes { bytes in
      // ffmpeg repeats whole pairs of pixels at the borders, of each of its threads too.
      for y in 2..<height - 2 {
        for x in 2..<width - 2 {
          let (ours, theirs) = (4 * (y * width + x), 3 * (y * width + x))
          for color in 0..<3 {
            farthest = max(farthest, abs(Int(bytes[ours + 2 - color]) - Int(expected[theirs + color])))
          }
          if bytes[ours + 3] != 255 { transparent += 1 }
        }
      }
    }
    #expect(farthest <= 2)
    #expect(transparent == 0)
  }

  @Test("a plain colour comes back from every raw format, up to the borders", arguments: PixelFormat.bayerFormats)
  func plainColors(pixelFormat: PixelFormat) throws {
    // One for all: its tables, of up to 65,536 entries, cost more than the pictures.
    let converter = try FrameConverter()
    for (width, height) in [(2, 2), (4, 2), (66, 34), (67, 35)] {
      for (luma, cb, cr) in [(180, 128, 128), (120, 100, 160), (90, 150, 110), (255, 128, 128), (0, 128, 128)] {
        let original = try I420Picture(width: (width + 1) & ~1, height: (height + 1) & ~1, range: .full)
        original.fill(x: 0, y: 0, width: original.width, height: original.height, luma: UInt8(luma))
        original.withPlanes { planes in
          planes.cb.update(repeating: UInt8(cb))
          planes.cr.update(repeating: UInt8(cr))
        }
        let format = VideoFormat(pixelFormat: pixelFormat, width: width, height: height)
        let picture = try converted(FramePacker().frame(original, as: format), by: converter)
        #expect(picture.range == .full)
        // Eight bits of light are coarse in the shadows.
        let slack = pixelFormat.bayer?.bitsPerSample == 8 ? 3 : 2
        #expect(TestPicture.luma(picture).allSatisfy { abs(Int($0) - luma) <= slack })
        let chroma = TestPicture.chroma(picture)
        #expect(chroma.prefix(chroma.count / 2).allSatisfy { abs(Int($0) - cb) <= slack })
        #expect(chroma.suffix(chroma.count / 2).allSatisfy { abs(Int($0) - cr) <= slack })
      }
    }
  }

  @Test("all patterns and packings show the same soft picture", arguments: PixelFormat.bayerFormats)
  func samePicture(pixelFormat: PixelFormat) throws {
    let original = try TestPicture.wave(width: 160, height: 120, range: .full)
    let format = VideoFormat(pixelFormat: pixelFormat, width: 160, height: 120, strideBytes: 352)
    let picture = try converted(FramePacker().frame(original, as: format))
    #expect(TestPicture.meanSquare(TestPicture.luma(picture), TestPicture.luma(original)) < 4)
    #expect(TestPicture.meanSquare(TestPicture.chroma(picture), TestPicture.chroma(original)) < 4)
  }

  @Test("white balance makes the grey that a camera sees tinted grey again, in either curve")
  func whiteBalance() throws {
    let neutral = try #require(BayerNeutral(red: 0.5, green: 1, blue: 0.8))
    #expect(neutral.gains == [2, 1, 1.25])
    for (name, light) in [("RG12", LightCoding.linear), ("BG10", .linear), ("GRBG", .display)] {
      let format = try format(name, 64, 48, light: light)
      let coding = try #require(format.pixelFormat.bayer)
      func sample(_ share: Double) -> UInt16 {
        let amount = 0.25 * share
        let value = light == .linear ? amount : LightCurve.display(amount)
        return UInt16((value * Double(coding.maximumSample)).rounded())
      }
      let bytes = (0..<48).flatMap { y in
        (0..<64).flatMap { x -> [UInt8] in
          let value = sample([neutral.red, neutral.green, neutral.blue][coding.pattern.color(x: x, y: y).rawValue])
          return coding.bitsPerSample == 8 ? [UInt8(value)] : [UInt8(value & 255), UInt8(value >> 8)]
        }
      }
      let frame = VideoFrame(format, bytes)
      let found = try Self.greyWorld(frame)
      #expect(abs(found.red - 0.5) < 0.01 && found.green == 1 && abs(found.blue - 0.8) < 0.01)
      let picture = try converted(frame, found)
      #expect(TestPicture.chroma(picture).allSatisfy { abs(Int($0) - 128) <= 1 })
      // A quarter of white's light is 137 of 255 on sRGB's curve.
      #expect(TestPicture.luma(picture).allSatisfy { abs(Int($0) - 137) <= 1 })
    }
  }

  @Test("frames that say nothing of grey count as equal, and amounts that cannot be are none")
  func noNeutral() throws {
    let format = try format("RGGB", 64, 48)
    for level in [0, 255] as [UInt8] {
      #expect(try Self.greyWorld(VideoFrame(format, .init(repeating: level, count: 64 * 48))) == .equal)
    }
    let red = (0..<64 * 48).map { $0 % 2 == 0 && $0 / 64 % 2 == 0 ? 200 : 10 as UInt8 }
    #expect(try Self.greyWorld(VideoFrame(format, red)) == .equal)
    #expect(BayerNeutral(red: 0, green: 1, blue: 1) == nil)
    #expect(BayerNeutral(red: .nan, green: 1, blue: 1) == nil)
    #expect(BayerNeutral(red: .infinity, green: 1, blue: 1) == nil)
    #expect(BayerNeutral(red: -1, green: 1, blue: 1) == nil)
    #expect(BayerNeutral(red: 2, green: 4, blue: 1)?.green == 1)
  }
}
