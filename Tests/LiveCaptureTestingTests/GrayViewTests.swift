import Testing

@testable import SceneJudging

@Suite struct GrayViewTests {
  @Test("a view needs bytes for all of its rows but for what follows the last pixel, and a size that makes sense")
  func sizes() {
    [UInt8](repeating: 0, count: 13).withUnsafeBytes { bytes in
      func isView(_ width: Int, _ height: Int, _ stride: Int) -> Bool {
        GrayView(bytes: bytes, width: width, height: height, strideBytes: stride) != nil
      }
      #expect(isView(3, 3, 5) && isView(13, 1, 13) && isView(13, 1, 99))
      #expect(!isView(4, 3, 5) && !isView(3, 4, 5) && !isView(14, 1, 14))
      #expect(!isView(3, 2, 2) && !isView(0, 1, 5) && !isView(3, 0, 5) && !isView(3, -1, 5))
      #expect(!isView(3, Int.max, 5) && !isView(Int.max, 2, Int.max))
    }
  }

  @Test("a mean is of its rectangle alone, without what lies between rows, and of few pixels evenly spread")
  func means() throws {
    // Two columns of 100 and two of 200, then two bytes that belong to no pixel; the last row is 0.
    let row: [UInt8] = [100, 100, 200, 200, 255, 255]
    try (row + row + row + [0, 0, 0, 0]).withUnsafeBytes { bytes in
      let view = try #require(GrayView(bytes: bytes, width: 4, height: 4, strideBytes: 6))
      func mean(_ x: Range<Int>, _ y: Range<Int>, _ limit: Int = 100) -> Int { view.mean(x: x, y: y, limit: limit) }
      #expect(mean(0..<2, 0..<3) == 100 && mean(2..<4, 0..<3) == 200 && mean(1..<3, 0..<3) == 150)
      #expect(mean(0..<4, 3..<4) == 0 && mean(0..<4, 0..<4) == 112)
      // One pixel, and then every second one of every second row.
      #expect(mean(2..<4, 2..<4, 1) == 200 && mean(0..<4, 0..<4, 2) == 150)
      #expect(mean(2..<2, 0..<4) == 0, "nothing has no brightness")
    }
  }
}
