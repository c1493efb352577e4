import MediaCore
import Simulator
import Testing

@Suite struct BarCodeTests {
  @Test(
    "a code's bits say the same again",
    arguments: [(0, 0), (1, 33_333), (16_777_216, 559_240_533_333), (0xffff_ffff, BarCode.maximumMicroseconds)]
      as [(Int64, Int64)])
  func roundTrip(number: Int64, microseconds: Int64) throws {
    let code = BarCode(frameNumber: number, microseconds: microseconds)
    let again = try #require(BarCode(bits: code.bits))
    #expect(again == code)
    #expect(Int64(again.frameNumber) == number)
    #expect(again.microseconds == microseconds)
    #expect(again.time == MediaTime(value: microseconds, timescale: 1_000_000))
  }

  @Test("one or two wrong cells anywhere are noticed")
  func wrongCells() {
    let bits = BarCode(frameNumber: 123_456, microseconds: 4_115_200_000).bits
    for first in 0..<BarCode.bitCount {
      for second in first..<BarCode.bitCount {
        let damage: UInt128 = first == second ? 1 << first : 1 << first | 1 << second
        #expect(BarCode(bits: bits ^ damage) == nil)
      }
    }
  }

  @Test("all black and all white are no codes, nor is a number beyond 96 bits")
  func plain() {
    #expect(BarCode(bits: 0) == nil)
    #expect(BarCode(bits: (1 << 96) - 1) == nil)
    #expect(BarCode(bits: BarCode(frameNumber: 1, microseconds: 2).bits | 1 << 96) == nil)
  }

  @Test(
    "the cells of a picture tile the code's rectangle without gaps", arguments: [(640, 480), (1281, 721), (112, 80)])
  func tiling(width: Int, height: Int) throws {
    let layout = try #require(BarCodeLayout(width: width, height: height))
    for row in 0..<BarCodeLayout.rows {
      for column in 0..<BarCodeLayout.columns {
        let cell = layout.cell(column: column, row: row)
        #expect(cell.x.count >= 4 && cell.y.count >= 4)
        #expect(
          column == 0
            ? cell.x.lowerBound == layout.bounds.x.lowerBound
            : cell.x.lowerBound == layout.cell(column: column - 1, row: row).x.upperBound)
      }
      #expect(layout.cell(column: BarCodeLayout.columns - 1, row: row).x.upperBound == layout.bounds.x.upperBound)
    }
    #expect(layout.bounds.x.upperBound < width && layout.bounds.y.upperBound < height)
    #expect(BarCodeLayout(width: 111, height: 80) == nil)
    #expect(BarCodeLayout(width: 112, height: 79) == nil)
    #expect(BarCodeLayout(width: Int.max, height: Int.max) == nil)
  }
}
