import MediaCore
import Testing
import VideoCoding

struct FramePackerTests {
  static let sizes = [[64, 48], [98, 66], [97, 66], [98, 65], [97, 65], [2, 2], [3, 3]]
  static let rawFormats = PixelFormat.native.filter { !$0.isCompressed && $0.bayer == nil } + [.bgra, .bgrx]

  @Test("a picture packed as any raw format and converted back keeps its samples", arguments: rawFormats, sizes)
  func rawRoundTrip(pixelFormat: PixelFormat, size: [Int]) throws {
    let format = VideoFormat(pixelFormat: pixelFormat, width: size[0], height: size[1])
    let original = try TestPicture.wave(
      width: (size[0] + 1) & ~1, height: (size[1] + 1) & ~1, range: format.range)
    let frame = try FramePacker().frame(original, as: format)
    #expect(frame.storage.count == format.frameBytes)
    let result = try I420Picture(for: format)
    try FrameConverter().convert(frame, into: result)
    let expected = try TestPicture.cropped(original, width: result.width, height: result.height)
    #expect(result.range == format.range)
    #expect(TestPicture.distance(TestPicture.luma(result), TestPicture.luma(expected)) <= 2)
    if pixelFormat == .grey {
      #expect(TestPicture.chroma(result).allSatisfy { $0 == 128 })
    } else if pixelFormat != .rgb24 || size[0] > 3 {
      #expect(TestPicture.distance(TestPicture.chroma(result), TestPicture.chroma(expected)) <= 3)
    }
  }

  @Test(
    "a picture packed as JPEG and converted back keeps its luma", arguments: sizes)
  func jpegRoundTrip(size: [Int]) throws {
    let format = VideoFormat(pixelFormat: .mjpeg, width: size[0], height: size[1])
    let original = try TestPicture.wave(width: (size[0] + 1) & ~1, height: (size[1] + 1) & ~1, range: .full)
    let frame = try FramePacker(quality: 100).frame(original, as: format)
    let header = try frame.storage.withBytes { try JPEGHeader(reading: $0) }
    #expect(frame.storage.withBytes { JPEGSubsampling(jpeg: Array($0)) } == .s422)
    #expect([header.width, header.height] == size)
    let result = try I420Picture(for: format)
    try FrameConverter().convert(frame, into: result)
    let expected = try TestPicture.cropped(original, width: result.width, height: result.height)
    #expect(result.range == .full)
    #expect(TestPicture.distance(TestPicture.luma(result), TestPicture.luma(expected)) <= 2)
    #expect(TestPicture.distance(TestPicture.chroma(result), TestPicture.chroma(expected)) <= 3)
  }

  @Test("padded rows are honoured in both directions and padding is left alone", arguments: rawFormats)
  func paddedRows(pixelFormat: PixelFormat) throws {
    let tight = VideoFormat(pixelFormat: pixelFormat, width: 96, height: 64)
    let stride = tight.planes[0].strideBytes + 32
    let format = VideoFormat(pixelFormat: pixelFormat, width: 96, height: 64, strideBytes: stride)
    let original = try TestPicture.wave(width: 96, height: 64, range: format.range)
    let frame = try FramePacker().frame(original, as: format)
    frame.storage.withBytes { bytes in
      #expect(bytes[format.planes[0].rowBytes..<stride].allSatisfy { $0 == 0xee })
    }
    let result = try I420Picture(for: format)
    try FrameConverter().convert(frame, into: result)
    #expect(TestPicture.distance(TestPicture.luma(result), TestPicture.luma(original)) <= 2)
  }

  @Test("samples are moved to the range of the format", arguments: [PixelFormat.yuyv, .nv12, .mjpeg, .grey, .rgb24])
  func rangeChange(pixelFormat: PixelFormat) throws {
    for (from, to) in [(ColorRange.full, ColorRange.video), (.video, .full)] {
      let picture = try I420Picture(width: 16, height: 16, range: from)
      let isAlwaysFull = pixelFormat == .mjpeg || pixelFormat == .rgb24
      let target: ColorRange = isAlwaysFull ? .full : to
      let format = VideoFormat(pixelFormat: pixelFormat, width: 16, height: 16, range: target)
      let white = { (range: ColorRange) in range == .full ? 255 : 235 }
      let black = { (range: ColorRange) in range == .full ? 0 : 16 }
      for level in [white, black] {
        picture.fill(x: 0, y: 0, width: 16, height: 16, luma: UInt8(level(from)))
        let frame = try FramePacker(quality: 100).frame(picture, as: format)
        let result = try I420Picture(for: format)
        try FrameConverter().convert(frame, into: result)
        #expect(result.range == target)
        #expect(abs(Int(TestPicture.luma(result)[0]) - level(target)) <= 1)
      }
    }
  }

  @Test("memory that is too small is an error and nothing is written past it", arguments: PixelFormat.native)
  func tooSmall(pixelFormat: PixelFormat) throws {
    let format = VideoFormat(pixelFormat: pixelFormat, width: 64, height: 48)
    let picture = try TestPicture.wave(width: 64, height: 48, range: .full)
    let packer = try FramePacker()
    var bytes = [UInt8](repeating: 0xee, count: 256)
    let error = try #require(throws: CodingError.self) {
      try bytes.withUnsafeMutableBytes {
        _ = try packer.pack(picture, as: format, into: UnsafeMutableRawBufferPointer(rebasing: $0[..<100]))
      }
    }
    #expect(error.code == .bufferTooSmall)
    #expect(bytes[100...].allSatisfy { $0 == 0xee })
  }

  @Test("a picture of another size, a foreign format and bad settings are errors")
  func refusals() throws {
    let packer = try FramePacker()
    let picture = try TestPicture.wave(width: 64, height: 48, range: .full)
    func code(_ format: VideoFormat) throws -> CodingError.Code {
      var bytes = [UInt8](repeating: 0, count: 100_000)
      return try #require(throws: CodingError.self) {
        try bytes.withUnsafeMutableBytes { _ = try packer.pack(picture, as: format, into: $0) }
      }.code
    }
    #expect(try code(VideoFormat(pixelFormat: .yuyv, width: 66, height: 48)) == .invalidSetting)
    #expect(try code(VideoFormat(pixelFormat: PixelFormat("XYZW")!, width: 64, height: 48)) == .unsupported)
    #expect(throws: CodingError.self) { try FramePacker(quality: 0) }
    #expect(throws: CodingError.self) { try FramePacker(quality: 101) }
  }
}
