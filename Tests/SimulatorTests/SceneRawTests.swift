import CaptureCodecs
import CaptureDevices
import CaptureSupport
import LiveCaptureTesting
import MediaCore
import SceneJudging
import Simulator
import StillCoding
import TestSupport
import Testing
import VideoCoding

@Suite struct SceneRawTests {
  @Test("a raw scene shows its code and the same colours as a painted one", arguments: PixelFormat.bayerFormats)
  func colors(format: PixelFormat) throws {
    func picture(_ format: PixelFormat) throws -> (SceneLog, [I420Picture]) {
      let wish = VideoWish(size: (320, 240), frameRate: 30, pixelFormat: format)
      let log = try SceneLog(duration: .milliseconds(150), video: wish, pictures: StandardPictures())
      let converter = try FrameConverter()
      return (
        log,
        try log.frames.map { frame in
          let picture = try I420Picture(for: frame.format)
          try converter.convert(frame, into: picture)
          return picture
        }
      )
    }
    let (log, raw) = try picture(format)
    let (_, painted) = try picture(.rgb24)
    #expect(raw.count == 4 && painted.count == 4)
    for (index, frame) in log.frames.enumerated() {
      let code = log.scene.code(ofFrame: Int64(index), interval: MediaTime(value: 1, timescale: 30))
      #expect(try BarCodeReader().read(frame) == code)
      let error = meanSquares(raw[index], painted[index])
      // The scene has hard edges everywhere, which a mosaic cannot hold: 28 dB of luma, 33 of colour.
      #expect(error.luma < 98)
      #expect(error.chroma < 34)
    }
  }

  @Test(
    "dcraw develops the scene's DNG, and its code can be read in the result",
    arguments: ["BA81", "RGGB", "RG10", "pRAA", "GB12", "pgCC"], [(640, 480), (321, 241)])
  func developed(name: String, size: (Int, Int)) throws {
    let wish = VideoWish(size: size, frameRate: 30, pixelFormat: PixelFormat(name))
    let log = try SceneLog(duration: .milliseconds(150), video: wish, pictures: StandardPictures())
    let folder = try TemporaryFolder()
    for (index, frame) in log.frames.enumerated() {
      let date = WallTime(secondsSince1970: 1_795_253_405, nanosecond: 0, utcOffsetSeconds: 0)
      try folder.write(
        DNGWriter.file(of: frame, metadata: StillMetadata(date: date, make: "livecam", model: "Scene")),
        as: "scene.dng")
      let bytes = try ForeignTool.dcraw.run(["-w", "-o", "1", "-c", "scene.dng"], in: folder).bytes
      let header = Array("P6\n\(size.0) \(size.1)\n255\n".utf8)
      try #require(bytes.count == header.count + 3 * size.0 * size.1 && bytes.starts(with: header))
      let green = stride(from: header.count + 1, to: bytes.count, by: 3).map { bytes[$0] }
      let code = log.scene.code(ofFrame: Int64(index), interval: MediaTime(value: 1, timescale: 30))
      #expect(BarCodeReader().read(gray: green, width: size.0, height: size.1) == code)
    }
  }

  private func meanSquares(_ left: I420Picture, _ right: I420Picture) -> (luma: Double, chroma: Double) {
    left.withPlanes { left in
      right.withPlanes { right in
        func mean(
          _ left: UnsafeMutableBufferPointer<UInt8>, _ right: UnsafeMutableBufferPointer<UInt8>, _ stride: Int,
          _ width: Int
        )
          -> Double
        {
          var sum = 0
          for index in left.indices where index % stride < width {
            let difference = Int(left[index]) - Int(right[index])
            sum += difference * difference
          }
          return Double(sum) / Double(left.count / stride * width)
        }
        return (
          mean(left.luma, right.luma, left.lumaStride, 320),
          max(
            mean(left.cb, right.cb, left.chromaStride, 160), mean(left.cr, right.cr, left.chromaStride, 160))
        )
      }
    }
  }
}
