import MediaCore
import Testing

@Suite struct VideoFormatTests {
  @Test(
    "planes lie one behind the other without gaps or overlaps",
    arguments: [PixelFormat.yuyv, .uyvy, .nv12, .yu12, .rgb24, .grey, .bgra, .bgrx] + PixelFormat.bayerFormats,
    [(1, 1), (2, 2), (3, 5), (640, 480), (641, 479)])
  func packed(format: PixelFormat, size: (Int, Int)) {
    let video = VideoFormat(pixelFormat: format, width: size.0, height: size.1)
    #expect(video.planes.first?.offset == 0)
    for plane in video.planes {
      #expect(plane.strideBytes >= plane.rowBytes)
      #expect(plane.rows > 0 && plane.rowBytes > 0)
    }
    for (plane, next) in zip(video.planes, video.planes.dropFirst()) {
      #expect(next.offset == plane.offset + plane.strideBytes * plane.rows)
    }
    #expect(video.frameBytes == video.planes.last?.end)
  }

  @Test(
    "sizes in bytes are V4L2's",
    arguments: [
      (PixelFormat.yuyv, 640, 480, 614_400),
      (.yuyv, 3, 5, 40),
      (.nv12, 640, 480, 460_800),
      (.nv12, 3, 5, 4 * 5 + 4 * 3),
      (.yu12, 640, 480, 460_800),
      (.yu12, 3, 5, 4 * 5 + 2 * 3 + 2 * 3),
      (.rgb24, 3, 5, 45),
      (.bgra, 3, 5, 60),
      (.bgrx, 3, 5, 60),
      (.grey, 3, 5, 15),
      (.mjpeg, 640, 480, 0),
    ] as [(PixelFormat, Int, Int, Int)])
  func sizes(format: PixelFormat, width: Int, height: Int, bytes: Int) {
    #expect(VideoFormat(pixelFormat: format, width: width, height: height).frameBytes == bytes)
  }

  @Test("a driver's padding is in the stride and not behind the last row")
  func strides() {
    let yuyv = VideoFormat(pixelFormat: .yuyv, width: 6, height: 2, strideBytes: 64)
    #expect(yuyv.planes == [PlaneLayout(offset: 0, strideBytes: 64, rows: 2, rowBytes: 12)])
    #expect(yuyv.frameBytes == 76)
    let nv12 = VideoFormat(pixelFormat: .nv12, width: 6, height: 3, strideBytes: 64)
    #expect(nv12.planes.map(\.offset) == [0, 192])
    #expect(nv12.planes.map(\.strideBytes) == [64, 64])
    #expect(nv12.planes.map(\.rows) == [3, 2])
    let yu12 = VideoFormat(pixelFormat: .yu12, width: 6, height: 3, strideBytes: 64)
    #expect(yu12.planes.map(\.offset) == [0, 192, 256])
    #expect(yu12.planes.map(\.strideBytes) == [64, 32, 32])
    #expect(yu12.planes.map(\.rowBytes) == [6, 3, 3])
  }

  @Test("a stride shorter than a row counts as none", arguments: [0, -5, 11])
  func shortStrides(stride: Int) {
    let format = VideoFormat(pixelFormat: .yuyv, width: 6, height: 2, strideBytes: stride)
    #expect(format == VideoFormat(pixelFormat: .yuyv, width: 6, height: 2))
  }

  @Test(
    "impossible sizes get no planes, and nothing traps",
    arguments: [(0, 5), (5, 0), (-1, -1), (.max, .max), (.min, 1), (65_536, 1)] as [(Int, Int)])
  func impossibleSizes(width: Int, height: Int) {
    for format in PixelFormat.native {
      let video = VideoFormat(pixelFormat: format, width: width, height: height, strideBytes: .max)
      #expect(video.planes.isEmpty && video.frameBytes == 0)
    }
    let large = VideoFormat(pixelFormat: .yu12, width: 65_535, height: 65_535, strideBytes: .max)
    #expect(large.frameBytes > 0)
  }

  @Test("JPEG, RGB and grey are full range, YCbCr is video range, and the driver may say otherwise")
  func ranges() {
    func range(_ format: PixelFormat) -> ColorRange { VideoFormat(pixelFormat: format, width: 2, height: 2).range }
    #expect([PixelFormat.mjpeg, .jpeg, .rgb24, .bgra, .bgrx, .grey].allSatisfy { range($0) == .full })
    #expect([PixelFormat.yuyv, .uyvy, .nv12, .yu12].allSatisfy { range($0) == .video })
    #expect(VideoFormat(pixelFormat: .yuyv, width: 2, height: 2, range: .full).range == .full)
  }

  @Test("formats that livecam does not read get no planes")
  func unknownFormats() throws {
    let format = try #require(PixelFormat("NV16"))
    #expect(VideoFormat(pixelFormat: format, width: 640, height: 480).planes.isEmpty)
    #expect("\(VideoFormat(pixelFormat: .mjpeg, width: 1280, height: 720))" == "MJPG 1280x720")
  }
}
