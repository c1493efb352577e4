import CaptureCodecs
import CaptureDevices
import CaptureSupport
import Foundation
import LiveCaptureTesting
import MediaCore
import Simulator
import TestSupport
import Testing
import VideoCoding

@testable import SceneJudging

@Suite struct BarCodeReaderTests {
  private static func sizes(of format: PixelFormat) -> [(width: Int, height: Int)] {
    var sizes = [(640, 480), (1280, 720), (1920, 1080), (320, 240)]
    if [.mjpeg, .rgb24, .grey].contains(format) { sizes += [(641, 481), (1279, 719), (333, 251)] }
    if format == .yuyv { sizes.append((642, 481)) }
    if format == .mjpeg { sizes.append((4096, 4096)) }
    return sizes
  }

  @Test("each frame of a scene says its number and time, in every format and size", arguments: SceneModes.formats)
  func everyFormat(_ format: PixelFormat) throws {
    // One for all: of raw formats its tables cost more than a picture.
    let converter = try FrameConverter()
    for size in Self.sizes(of: format) {
      let wish = VideoWish(size: size, frameRate: 30, pixelFormat: format)
      let log = try SceneLog(duration: .milliseconds(150), video: wish, pictures: StandardPictures())
      #expect(log.frames.count == 4)
      for (index, frame) in log.frames.enumerated() {
        let code = try BarCodeReader().read(frame, by: converter)
        let wanted = log.scene.code(ofFrame: Int64(index), interval: MediaTime(value: 1, timescale: 30))
        #expect(code == wanted, "\(size)")
      }
    }
  }

  @Test(
    "codes survive JPEG at quality 40, judged by ffmpeg", arguments: [(640, 480), (641, 481), (320, 240), (1280, 720)])
  func poorJPEG(width: Int, height: Int) throws {
    let wish = VideoWish(size: (width, height), frameRate: 30, pixelFormat: .mjpeg)
    let log = try SceneLog(
      duration: .milliseconds(300), video: wish, settings: SceneSettings(jpegQuality: 40), pictures: StandardPictures())
    let folder = try TemporaryFolder()
    for (index, frame) in log.frames.enumerated() {
      let file = try frame.storage.withBytes { try folder.write($0, as: "\(index).jpg") }
      #expect(try MovieProbe().code(inStill: file)?.frameNumber == UInt32(index))
    }
  }

  @Test(
    "codes survive H.264 at a poor quality, also scaled down",
    arguments: [(640, 480, "null"), (320, 240, "null"), (1280, 720, "null"), (1280, 720, "scale=426:240")])
  func poorH264(width: Int, height: Int, filter: String) throws {
    let wish = VideoWish(size: (width, height), frameRate: 30, pixelFormat: .yu12)
    let log = try SceneLog(duration: .milliseconds(2100), video: wish, pictures: StandardPictures())
    let folder = try TemporaryFolder()
    try folder.write(log.pictureBytes, as: "frames.yuv")
    try ForeignTool.ffmpeg.run(
      [
        "-v", "error", "-f", "rawvideo", "-pix_fmt", "yuv420p", "-s", "\(width)x\(height)", "-r", "30", "-i",
        "frames.yuv", "-vf", filter, "-c:v", "libx264", "-preset", "veryfast", "-crf", "30", "movie.mp4",
      ], in: folder)
    let report = try MovieProbe().report(onMovie: folder.path("movie.mp4"))
    #expect(report.frames.map { $0.code.map { Int($0.frameNumber) } } == Array(0..<log.frames.count))
    #expect(report.frames.indices.filter { report.frames[$0].isFlash } == [0, 30, 60])
  }

  @Test("pictures without a code give none")
  func noCode() {
    let plain = (0...255).map { level in [UInt8](repeating: UInt8(level), count: 320 * 240) }
    #expect(plain.allSatisfy { BarCodeReader().read(gray: $0, width: 320, height: 240) == nil })
    var random = SystemRandomNumberGenerator()
    for _ in 0..<20 {
      let noise = (0..<320 * 240).map { _ in UInt8.random(in: 0...255, using: &random) }
      #expect(BarCodeReader().read(gray: noise, width: 320, height: 240) == nil)
    }
    #expect(BarCodeReader().read(gray: [1, 2, 3], width: 320, height: 240) == nil)
    #expect(BarCodeReader().read(gray: [1, 2, 3, 4], width: 2, height: 2) == nil)
    #expect(BarCodeReader().read(gray: [], width: Int.max, height: Int.max) == nil)
  }

  @Test("a picture with one cell painted over gives no code, and one in the other range the same code")
  func damage() throws {
    let wish = VideoWish(size: (640, 480), frameRate: 30, pixelFormat: .grey)
    let frame = try #require(
      try SceneLog(duration: .milliseconds(100), video: wish, pictures: StandardPictures()).frames.last)
    let pixels = frame.storage.withBytes(Array.init)
    let code = try #require(BarCodeReader().read(gray: pixels, width: 640, height: 480))
    let inVideoRange = pixels.map { UInt8(16 + Int($0) * 219 / 255) }
    #expect(BarCodeReader().read(gray: inVideoRange, width: 640, height: 480) == code)
    let layout = try #require(BarCodeLayout(width: 640, height: 480))
    let cell = layout.cell(column: 9, row: 2)
    var damaged = pixels
    for y in cell.y {
      for x in cell.x { damaged[y * 640 + x] = 255 - damaged[y * 640 + x] }
    }
    #expect(BarCodeReader().read(gray: damaged, width: 640, height: 480) == nil)
  }
}
