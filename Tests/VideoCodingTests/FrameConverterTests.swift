import MediaCore
import TestSupport
import Testing
import VideoCoding

struct FrameConverterTests {
  @Test(
    "luma of raw frames is what ffmpeg made",
    arguments: [
      (PixelFormat.yuyv, "yuyv422"), (.uyvy, "uyvy422"), (.nv12, "nv12"), (.yu12, "yuv420p"), (.grey, "gray"),
    ])
  func rawLuma(pixelFormat: PixelFormat, name: String) throws {
    let folder = try TemporaryFolder()
    let bytes = try ForeignTool.ffmpeg.run(
      [
        "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=320x240:rate=1", "-frames:v", "1", "-pix_fmt", name, "-f",
        "rawvideo", "-",
      ], in: folder
    ).bytes
    try folder.write(bytes, as: "frame.raw")
    // Without a conversion of pixels: packed 4:2:2 to planar 4:2:2 keeps every sample.
    let planar = ["yuyv422": "yuv422p", "uyvy422": "yuv422p", "nv12": "yuv420p"][name] ?? name
    let expected = try ForeignTool.ffmpeg.run(
      [
        "-v", "error", "-f", "rawvideo", "-pix_fmt", name, "-s", "320x240", "-i", "frame.raw", "-pix_fmt", planar, "-f",
        "rawvideo", "-",
      ], in: folder
    ).bytes
    let format = VideoFormat(pixelFormat: pixelFormat, width: 320, height: 240)
    let picture = try I420Picture(for: format)
    try FrameConverter().convert(VideoFrame(format, bytes), into: picture)
    #expect(firstDifference(TestPicture.luma(picture), Array(expected[..<(320 * 240)])) == nil)
  }

  @Test("RGB becomes full-range BT.601: known colours")
  func rgbColors() throws {
    // R, G, B and their Y, Cb, Cr by ITU-R BT.601 in full range.
    let colors: [(rgb: [UInt8], ycc: [Int])] = [
      ([255, 255, 255], [255, 128, 128]), ([0, 0, 0], [0, 128, 128]), ([255, 0, 0], [76, 85, 255]),
      ([0, 255, 0], [150, 44, 21]), ([0, 0, 255], [29, 255, 107]), ([120, 90, 60], [96, 108, 145]),
    ]
    let format = VideoFormat(pixelFormat: .rgb24, width: 32, height: 16)
    let picture = try I420Picture(for: format)
    let converter = try FrameConverter()
    for (rgb, ycc) in colors {
      let bytes = (0..<(32 * 16)).flatMap { _ in rgb }
      try converter.convert(VideoFrame(format, bytes), into: picture)
      let found = [TestPicture.luma(picture)[0], TestPicture.chroma(picture)[0], TestPicture.chroma(picture).last!]
      for (value, expected) in zip(found, ycc) { #expect(abs(Int(value) - expected) <= 2, "\(rgb)") }
      #expect(picture.range == .full)
    }
  }

  @Test("JPEGs of ffmpeg look as ffmpeg sees them", arguments: ["yuvj420p", "yuvj422p", "yuvj444p"])
  func foreignJPEG(name: String) throws {
    let folder = try TemporaryFolder()
    try ForeignTool.ffmpeg.run(
      [
        "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=320x240:rate=1,scale=321:241", "-frames:v", "1", "-pix_fmt",
        name, "-q:v",
        "2", "-huffman", "optimal", "picture.jpg",
      ], in: folder)
    let expected = try ForeignTool.ffmpeg.run(
      ["-v", "error", "-i", "picture.jpg", "-vf", "extractplanes=y,crop=320:240:0:0", "-f", "rawvideo", "-"], in: folder
    ).bytes
    let format = VideoFormat(pixelFormat: .mjpeg, width: 321, height: 241)
    let picture = try I420Picture(for: format)
    try FrameConverter().convert(VideoFrame(format, folder.read("picture.jpg")), into: picture)
    #expect(TestPicture.distance(TestPicture.luma(picture), expected) <= 2)
  }

  @Test("frames that are too short, and layouts that cannot be, are errors", arguments: PixelFormat.native)
  func shortFrames(pixelFormat: PixelFormat) throws {
    let format = VideoFormat(pixelFormat: pixelFormat, width: 64, height: 48)
    let picture = try I420Picture(for: format)
    let converter = try FrameConverter()
    func code(_ format: VideoFormat, _ bytes: [UInt8]) throws -> CodingError.Code {
      try #require(throws: CodingError.self) { try converter.convert(VideoFrame(format, bytes), into: picture) }.code
    }
    if pixelFormat.isCompressed {
      #expect(try code(format, []) == .malformed)
      return
    }
    #expect(try code(format, []) == .truncated)
    #expect(try code(format, [UInt8](repeating: 0, count: format.frameBytes - 1)) == .truncated)
    let enough = [UInt8](repeating: 0, count: format.frameBytes)
    let impossible = [
      PlaneLayout(offset: -1, strideBytes: 4096, rows: 48, rowBytes: 64),
      PlaneLayout(offset: .max, strideBytes: 4096, rows: 48, rowBytes: 64),
      PlaneLayout(offset: 0, strideBytes: .max, rows: 48, rowBytes: 64),
      PlaneLayout(offset: 0, strideBytes: -4096, rows: 48, rowBytes: 64),
      PlaneLayout(offset: 0, strideBytes: 1, rows: 48, rowBytes: 1),
    ]
    for plane in impossible {
      let planes = [plane] + format.planes.dropFirst()
      let broken = VideoFormat(pixelFormat: pixelFormat, width: 64, height: 48, planes: planes, range: .video)
      #expect(try code(broken, enough) == .malformed)
    }
    let empty = VideoFormat(pixelFormat: pixelFormat, width: 64, height: 48, planes: [], range: .video)
    #expect(try code(empty, enough) == .malformed)
  }

  @Test("a picture of the wrong size and a foreign format are errors")
  func refusals() throws {
    let converter = try FrameConverter()
    let picture = try I420Picture(width: 64, height: 46, range: .full)
    let format = VideoFormat(pixelFormat: .grey, width: 64, height: 48)
    let size = try #require(throws: CodingError.self) {
      try converter.convert(VideoFrame(format, [UInt8](repeating: 0, count: 64 * 48)), into: picture)
    }
    #expect(size.code == .invalidSetting)
    let foreign = VideoFormat(pixelFormat: PixelFormat("XYZW")!, width: 64, height: 46)
    let unknown = try #require(throws: CodingError.self) {
      try converter.convert(VideoFrame(foreign, [UInt8](repeating: 0, count: 64 * 48)), into: picture)
    }
    #expect(unknown.code == .unsupported)
  }
}
