import MediaCore
import TestSupport
import Testing
import VideoCoding

struct I420PictureTests {
  @Test(
    "empty and enormous sizes are errors", arguments: [[0, 2], [2, 0], [-2, 2], [16_386, 2], [2, 16_385]])
  func impossibleSizes(size: [Int]) throws {
    let error = try #require(throws: CodingError.self) {
      try I420Picture(width: size[0], height: size[1], range: .full)
    }
    #expect(error.code == .invalidSetting)
  }

  @Test("odd sizes have colour for their last column and row, and become even by repeating them")
  func oddSizes() throws {
    let picture = try I420Picture(width: 3, height: 5, range: .full)
    picture.withPlanes { planes in
      #expect(planes.cb.count / planes.chromaStride == 3)
      for y in 0..<5 { for x in 0..<3 { planes.luma[y * planes.lumaStride + x] = UInt8(10 * y + x) } }
      for y in 0..<3 { for x in 0..<2 { planes.cb[y * planes.chromaStride + x] = UInt8(100 + 10 * y + x) } }
    }
    let even = try picture.evened()
    #expect([even.width, even.height] == [4, 6])
    even.withPlanes { planes in
      #expect((0..<4).map { planes.luma[4 * planes.lumaStride + $0] } == [40, 41, 42, 42])
      #expect((0..<4).map { planes.luma[5 * planes.lumaStride + $0] } == [40, 41, 42, 42])
      #expect((0..<2).map { planes.cb[2 * planes.chromaStride + $0] } == [120, 121])
    }
    #expect(try even.evened() === even)
  }

  @Test("a picture for a format is cropped to even and has its range")
  func fromFormat() throws {
    let picture = try I420Picture(for: VideoFormat(pixelFormat: .mjpeg, width: 641, height: 481))
    #expect([picture.width, picture.height] == [640, 480])
    #expect(picture.range == .full)
    #expect(throws: CodingError.self) {
      try I420Picture(for: VideoFormat(pixelFormat: .mjpeg, width: 1, height: 481))
    }
  }

  @Test("rectangles are cut off at the picture's edges")
  func filling() throws {
    let picture = try I420Picture(width: 16, height: 8, range: .full)
    picture.fill(x: 0, y: 0, width: 16, height: 8, luma: 10)
    picture.fill(x: -5, y: 6, width: 7, height: .max, luma: 200, cb: 90, cr: 91)
    picture.fill(x: 20, y: 0, width: 5, height: 5, luma: 99)
    picture.fill(x: 3, y: 3, width: 0, height: -4, luma: 99)
    picture.fill(x: .max, y: .min, width: .max, height: .max, luma: 99)
    let luma = TestPicture.luma(picture)
    for y in 0..<8 {
      for x in 0..<16 { #expect(luma[y * 16 + x] == (x < 2 && y >= 6 ? 200 : 10)) }
    }
    #expect(TestPicture.chroma(picture)[3 * 8] == 90)
  }

  @Test("copying and scaling keep colours and take over the range")
  func copyingAndScaling() throws {
    let original = try TestPicture.wave(width: 64, height: 48, range: .full)
    let copy = try I420Picture(width: 64, height: 48, range: .video)
    try copy.copy(original)
    #expect(firstDifference(TestPicture.packed(copy), TestPicture.packed(original)) == nil)
    #expect(copy.range == .full)
    let small = try I420Picture(width: 16, height: 12, range: .video)
    #expect(throws: CodingError.self) { try small.copy(original) }
    let plain = try I420Picture(width: 64, height: 48, range: .full)
    plain.fill(x: 0, y: 0, width: 64, height: 48, luma: 77, cb: 88, cr: 99)
    small.scale(plain)
    #expect(TestPicture.luma(small).allSatisfy { $0 == 77 })
    #expect(Set(TestPicture.chroma(small)) == [88, 99])
    #expect(small.range == .full)
  }
}
