import MediaCore
import Testing

@Suite struct BayerCodingTests {
  @Test("V4L2's raw formats have the pattern, the bits and the packing of their names")
  func table() throws {
    func coding(_ name: String) -> BayerCoding? { PixelFormat(name)?.bayer }
    #expect(coding("BA81") == BayerCoding(pattern: .bggr, bitsPerSample: 8, packing: .whole))
    #expect(coding("BA10") == BayerCoding(pattern: .grbg, bitsPerSample: 10, packing: .whole))
    #expect(coding("pgAA") == BayerCoding(pattern: .grbg, bitsPerSample: 10, packing: .mipi))
    #expect(coding("RG12") == BayerCoding(pattern: .rggb, bitsPerSample: 12, packing: .whole))
    #expect(coding("pGCC") == BayerCoding(pattern: .gbrg, bitsPerSample: 12, packing: .mipi))
    #expect(coding("BYR2") == BayerCoding(pattern: .bggr, bitsPerSample: 16, packing: .whole))
    #expect(coding("YUYV") == nil)
    #expect(PixelFormat.bayerFormats.count == 24)
    #expect(Set(PixelFormat.bayerFormats).count == 24)
    for format in PixelFormat.bayerFormats {
      #expect(PixelFormat(bayer: try #require(format.bayer)) == format)
      #expect(!format.isCompressed)
    }
    #expect(PixelFormat(bayer: BayerCoding(pattern: .rggb, bitsPerSample: 14, packing: .whole)) == nil)
  }

  @Test("patterns name the colours of the rows")
  func patterns() {
    #expect(BayerCoding.Pattern.rggb.colors == [.red, .green, .green, .blue])
    for pattern in BayerCoding.Pattern.allCases {
      let letters = pattern.colors.map { ["r", "g", "b"][$0.rawValue] }.joined()
      #expect(letters == pattern.rawValue)
      for y in 0..<4 { for x in 0..<4 { #expect(pattern.color(x: x, y: y) == pattern.colors[y % 2 * 2 + x % 2]) } }
    }
  }

  @Test(
    "rows of raw frames take the bytes that V4L2 says, in whole groups",
    arguments: [
      ("BA81", 8, 8), ("BG10", 8, 16), ("pBAA", 8, 10), ("pBAA", 5, 10), ("BG12", 8, 16), ("pBCC", 8, 12),
      ("pBCC", 7, 12), ("BYR2", 8, 16),
    ])
  func rows(name: String, width: Int, bytes: Int) throws {
    let format = VideoFormat(pixelFormat: try #require(PixelFormat(name)), width: width, height: 6)
    #expect(format.planes == [PlaneLayout(offset: 0, strideBytes: bytes, rows: 6, rowBytes: bytes)])
    #expect(format.range == .full)
    #expect(format.light == .linear)
  }

  @Test("pictures are ready to be shown, and so are raw frames whose driver says so")
  func light() throws {
    #expect(VideoFormat(pixelFormat: .yuyv, width: 2, height: 2).light == .display)
    let raw = try #require(PixelFormat("RGGB"))
    #expect(VideoFormat(pixelFormat: raw, width: 2, height: 2, light: .display).light == .display)
    #expect(
      VideoFormat(pixelFormat: raw, width: 2, height: 2, light: .display)
        != VideoFormat(pixelFormat: raw, width: 2, height: 2))
  }
}
