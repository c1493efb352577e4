import CV4L2
import CaptureDevices
import MediaCore
import Testing

@testable import LinuxDevices

@Suite("Cameras that deliver a sensor's samples", .timeLimit(.minutes(60)))
struct V4L2RawTests {
  @Test(
    "raw frames are delivered as they are, at the driver's stride",
    arguments: [("BA81", 32), ("pRAA", 40), ("GB12", 64), ("BYR2", 64)], [0, 24])
  func stream(_ coding: (name: String, rowBytes: Int), padding: Int) async throws {
    let pixelFormat = try #require(PixelFormat(coding.name))
    var node = ScriptedNode.camera(pixelFormat, 32, 16)
    let stride = coding.rowBytes + padding
    node.grantedPicture = { picture in
      var picture = picture
      picture.bytesperline = UInt32(stride)
      picture.sizeimage = UInt32(stride * 16)
      return picture
    }
    let camera = ScriptedCamera(node)
    let (source, reason) = try camera.catalog.openVideo("0", wish: VideoWish())
    #expect(source.mode.format == VideoFormat(pixelFormat: pixelFormat, width: 32, height: 16, strideBytes: stride))
    #expect(reason.contains("raw"))
    try source.start(delivering: camera.sink)
    let bytes = (0..<stride * 16).map { UInt8(truncatingIfNeeded: $0 * 7) }
    camera.kernel.happen(.frame(bytes, sequence: 0, nanoseconds: 1000))
    let events = await camera.sink.next(1)
    source.stop()
    // Padding behind the last row is no part of the frame.
    let frame = Array(bytes[..<source.mode.format.frameBytes])
    #expect(events == [.frame(sequence: 0, nanoseconds: 1000, bytes: frame)])
  }

  @Test(
    "samples are linear or follow a curve as the driver says, else as sensors of their kind do",
    arguments: [
      ("BA81", V4L2_COLORSPACE_SRGB, V4L2_XFER_FUNC_DEFAULT, LightCoding.display),
      ("BA81", V4L2_COLORSPACE_SRGB, V4L2_XFER_FUNC_NONE, .linear),
      ("BA81", V4L2_COLORSPACE_RAW, V4L2_XFER_FUNC_DEFAULT, .linear),
      ("BA81", V4L2_COLORSPACE_DEFAULT, V4L2_XFER_FUNC_DEFAULT, .linear),
      ("BG10", V4L2_COLORSPACE_SRGB, V4L2_XFER_FUNC_DEFAULT, .linear),
      ("BG10", V4L2_COLORSPACE_SRGB, V4L2_XFER_FUNC_SRGB, .display),
      ("BYR2", V4L2_COLORSPACE_RAW, V4L2_XFER_FUNC_DEFAULT, .linear),
      ("YUYV", V4L2_COLORSPACE_SRGB, V4L2_XFER_FUNC_NONE, .display),
    ])
  func light(name: String, space: v4l2_colorspace, transfer: v4l2_xfer_func, expected: LightCoding) throws {
    var node = ScriptedNode.camera(try #require(PixelFormat(name)))
    node.grantedPicture = { picture in
      var picture = picture
      picture.colorspace = space.rawValue
      picture.transfer = transfer.rawValue
      picture.quantization = V4L2_QUANTIZATION_LIM_RANGE.rawValue
      return picture
    }
    let format = try ScriptedCamera(node).open().mode.format
    #expect(format.light == expected)
    #expect(format.range == (name == "YUYV" ? .video : .full))
  }

  @Test("a camera that offers pictures and raw frames is opened with pictures unless raw ones are asked for")
  func choice() throws {
    var node = ScriptedNode.camera(.yuyv, 320, 240)
    node.formats += ScriptedNode.camera(try #require(PixelFormat("RG10")), 640, 480).formats
    let camera = ScriptedCamera(node)
    #expect(try camera.open().mode.format.pixelFormat == .yuyv)
    let raw = try camera.open(VideoWish(pixelFormat: PixelFormat("RG10"))).mode.format
    #expect(raw.pixelFormat == PixelFormat("RG10") && raw.width == 640)
  }
}
