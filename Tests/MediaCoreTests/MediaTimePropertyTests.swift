import MediaCore
import TestSupport
import Testing

/// Arithmetic checked against fractions of 128 bits, and operations on every pair of edge cases.
@Suite struct MediaTimePropertyTests {
  @Test("no operation on edge cases traps, and sums commute")
  func edgeCases() {
    for (index, left) in MediaTime.edgeCases.enumerated() {
      for right in MediaTime.edgeCases[index...] {
        #expect((left + right).parts == (right + left).parts)
        let (difference, opposite) = (left - right, right - left)
        #expect(difference.isValid == opposite.isValid)
      }
      for factor: Int32 in [.min, -1, 0, 1, 3, .max] {
        _ = left * factor
        for divisor: Int32 in [.min, -1, 0, 1, 3, .max] { _ = left.multiplied(by: factor, over: divisor) }
      }
      for factor in [
        0, -0.0, 1, -1, 0.1, .leastNonzeroMagnitude, 1e300, -.infinity, .nan, 0x1p-126, 0x1p-125, 0x1p63,
        0x1.fffffffffffffp62,
      ] {
        _ = left.multiplied(by: factor)
      }
      for method in MediaTime.Rounding.allCases {
        for timescale: Int32 in [.min, 0, 1, 7, .max] { _ = left.converted(toTimescale: timescale, rounding: method) }
      }
      #expect(!left.magnitude.isNumeric || left.magnitude.value >= 0)
      #expect(!left.description.isEmpty)
    }
  }

  @Test(
    "sums of random numbers are the exact ones, or the nearest their timescale has", arguments: 0..<40 as Range<UInt64>)
  func sums(seed: UInt64) {
    var generator = SeededRandom(seed: seed)
    for _ in 0..<100 {
      let (left, right) = (number(using: &generator), number(using: &generator))
      let exactTop = Int128(left.value) * Int128(right.timescale) + Int128(right.value) * Int128(left.timescale)
      check(left + right, top: exactTop, bottom: Int128(left.timescale) * Int128(right.timescale))
    }
  }

  @Test(
    "products of random numbers are the exact ones, or the nearest their timescale has",
    arguments: 0..<40 as Range<UInt64>)
  func products(seed: UInt64) {
    var generator = SeededRandom(seed: seed)
    for _ in 0..<100 {
      let time = number(using: &generator)
      let (factor, divisor) = (
        Int32.random(in: -999...999, using: &generator), Int32.random(in: 1...999, using: &generator)
      )
      let (top, bottom) = (Int128(time.value) * Int128(factor), Int128(time.timescale))
      check(time * factor, top: top, bottom: bottom)
      check(time.multiplied(by: factor, over: divisor), top: top, bottom: bottom * Int128(divisor))
      check(time.multiplied(by: Double(factor)), top: top, bottom: bottom)
      check(time.multiplied(by: Double(factor) / 1024), top: top, bottom: bottom * 1024)
    }
  }

  @Test(
    "conversions of random numbers are within a unit on the side of their method", arguments: 0..<40 as Range<UInt64>)
  func conversions(seed: UInt64) {
    var generator = SeededRandom(seed: seed)
    for _ in 0..<100 {
      let time = number(using: &generator)
      let timescale = Int32.random(in: 1...100_000, using: &generator)
      let (top, bottom) = (Int128(time.value) * Int128(timescale), Int128(time.timescale))
      check(time.converted(toTimescale: timescale), top: Int128(time.value), bottom: bottom)
      let up = Int128(time.converted(toTimescale: timescale, rounding: .towardPositiveInfinity).value)
      let down = Int128(time.converted(toTimescale: timescale, rounding: .towardNegativeInfinity).value)
      #expect(down * bottom <= top && top <= up * bottom)
      #expect(up - down == (top % bottom == 0 ? 0 : 1))
    }
  }

  /// A number small enough that this file's own fractions fit in 128 bits.
  private func number(using generator: inout SeededRandom) -> MediaTime {
    let scales: [Int32] = [1, 24, 25, 30, 600, 1001, 30_000, 44_100, 48_000, 90_000, 1_000_000, 1_000_000_000, .max]
    let value = Int64.random(in: -(1 << 40)...(1 << 40), using: &generator)
    return MediaTime(
      value: value >> Int64.random(in: 0...38, using: &generator),
      timescale: scales.randomElement(using: &generator) ?? 1)
  }

  /// Expects `result` to be `top / bottom` seconds to half a unit, exactly so unless it is marked as rounded.
  private func check(_ result: MediaTime, top: Int128, bottom: Int128) {
    #expect(result.isNumeric)
    let error = (Int128(result.value) * bottom - top * Int128(result.timescale)).magnitude
    #expect(error * 2 <= bottom.magnitude)
    #expect(result.hasBeenRounded == (error != 0))
  }
}
