import MediaCore
import Testing
import VideoCoding

struct BayerUnpackerTests {
  private func frame(_ name: String, _ width: Int, _ height: Int, _ bytes: [UInt8], stride: Int? = nil) throws
    -> VideoFrame
  {
    VideoFrame(
      VideoFormat(
        pixelFormat: try #require(PixelFormat(name)), width: width, height: height, strideBytes: stride), bytes)
  }

  @Test(
    "bytes become the samples that the kernel's documentation shows",
    arguments: [
      ("RGGB", 2, [7, 255], [7, 255]),
      ("RG10", 2, [0x34, 0x02, 0xff, 0x03], [0x234, 0x3ff]),
      // What a driver leaves in the unused bits is more than white, which is white.
      ("RG10", 2, [0x34, 0xf2, 0x01, 0x00], [0x3ff, 1]),
      ("RG12", 2, [0x34, 0x02, 0xff, 0x0f], [0x234, 0xfff]),
      ("RG16", 2, [0x34, 0x12, 0xff, 0xff], [0x1234, 0xffff]),
      // The low bits of four samples, the first one's lowest.
      ("pRAA", 4, [0xff, 0x00, 0x80, 0x01, 0b11_10_01_00], [0x3fc, 0x001, 0x202, 0x007]),
      ("pRAA", 2, [0x10, 0x20, 0, 0, 0b1001], [0x41, 0x82]),
      ("pRCC", 2, [0xab, 0x12, 0x4c], [0xabc, 0x124]),
      ("pRCC", 1, [0xab, 0x00, 0x0c], [0xabc]),
    ] as [(String, Int, [UInt8], [UInt16])])
  func known(name: String, width: Int, bytes: [UInt8], samples: [UInt16]) throws {
    #expect(try BayerUnpacker.samples(of: frame(name, width, 1, bytes)) == samples)
  }

  @Test("padding between rows is passed over")
  func padding() throws {
    #expect(try BayerUnpacker.samples(of: frame("RGGB", 2, 2, [1, 2, 99, 99, 3, 4], stride: 4)) == [1, 2, 3, 4])
  }

  @Test("packed and unpacked frames of a picture hold the same samples", arguments: [(96, 64), (97, 65), (2, 2)])
  func packings(width: Int, height: Int) throws {
    let picture = try TestPicture.wave(width: (width + 1) & ~1, height: (height + 1) & ~1, range: .full)
    let packer = try FramePacker()
    for (whole, packed) in [("RG10", "pRAA"), ("BG12", "pBCC"), ("BA10", "pgAA"), ("GB12", "pGCC")] {
      func samples(_ name: String) throws -> [UInt16] {
        let format = VideoFormat(pixelFormat: try #require(PixelFormat(name)), width: width, height: height)
        return try BayerUnpacker.samples(of: packer.frame(picture, as: format))
      }
      let (left, right) = (try samples(whole), try samples(packed))
      #expect(left.count == width * height && right.count == left.count)
      #expect(zip(left, right).first { $0 != $1 } == nil)
      // Not all the same, and up to where the picture is brightest.
      #expect(Set(left).count > 2)
    }
  }

  @Test("formats that are not raw, sizes that cannot be and short frames are errors")
  func refusals() throws {
    func code(_ frame: VideoFrame) throws -> CodingError.Code {
      try #require(throws: CodingError.self) { try BayerUnpacker.samples(of: frame) }.code
    }
    #expect(try code(frame("YUYV", 2, 2, [0, 0, 0, 0, 0, 0, 0, 0])) == .unsupported)
    #expect(try code(frame("MJPG", 2, 2, [0xff, 0xd8])) == .unsupported)
    #expect(try code(frame("RG10", 2, 2, [0, 0, 0, 0, 0, 0, 0])) == .truncated)
    #expect(try code(frame("pRAA", 2, 2, [0, 0, 0, 0, 0, 0, 0, 0, 0])) == .truncated)
    for (width, height) in [(0, 2), (2, 0), (-2, 2), (2, -2), (.max, 2), (2, .max), (.min, .min), (65_535, 65_535)] {
      #expect(try code(frame("RGGB", width, height, [0, 0, 0, 0])) == .malformed)
      let planes = [PlaneLayout(offset: 0, strideBytes: 2, rows: 2, rowBytes: 2)]
      let format = VideoFormat(
        pixelFormat: try #require(PixelFormat("RGGB")), width: width, height: height, planes: planes, range: .full)
      #expect(try code(VideoFrame(format, [0, 0, 0, 0])) == .malformed)
    }
  }
}
