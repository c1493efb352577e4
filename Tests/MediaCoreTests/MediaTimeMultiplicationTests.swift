import MediaCore
import Testing

@Suite struct MediaTimeMultiplicationTests {
  @Test("a whole factor keeps the timescale, halved where the value does not fit")
  func wholeFactors() {
    #expect((MediaTime(value: 3, timescale: 600) * 7).parts == [21, 600, 1, 0])
    #expect((MediaTime(value: 3, timescale: 600) * 0).parts == [0, 600, 1, 0])
    let halved = MediaTime(value: 1 << 62, timescale: 600) * 4
    #expect(halved.parts == [1 << 62, 150, 1, 0])
    #expect((MediaTime(value: .max, timescale: 1) * 2) == .positiveInfinity)
    #expect((MediaTime(value: .max, timescale: 1) * .min) == .negativeInfinity)
    #expect((MediaTime(value: .min, timescale: .max) * .min) == .positiveInfinity)
    #expect((MediaTime.positiveInfinity * -2) == .negativeInfinity)
    #expect((MediaTime.negativeInfinity * -2) == .positiveInfinity)
    #expect((MediaTime.positiveInfinity * 0) == .positiveInfinity)
    #expect((MediaTime.indefinite * 3) == .indefinite)
    #expect((MediaTime.invalid * 3) == .invalid)
  }

  @Test("a ratio is exact whenever a timescale can hold it")
  func ratios() {
    #expect(MediaTime(value: 2, timescale: 600).multiplied(by: 1, over: 2).parts == [1, 600, 1, 0])
    #expect(MediaTime(value: 1, timescale: 600).multiplied(by: 1, over: 2).parts == [1, 1200, 1, 0])
    #expect(MediaTime(value: 1, timescale: 600).multiplied(by: -1, over: 2).parts == [-1, 1200, 1, 0])
    #expect(MediaTime(value: 1, timescale: 600).multiplied(by: 1, over: -2).parts == [-1, 1200, 1, 0])
    #expect(MediaTime(value: -1, timescale: 600).multiplied(by: 1, over: -2).parts == [1, 1200, 1, 0])
    #expect(MediaTime(value: 1, timescale: 1).multiplied(by: .min, over: .min).parts == [1, 1, 1, 0])
    let fine = MediaTime(value: 1, timescale: .max).multiplied(by: 1, over: 3)
    #expect(fine.timescale == .max)
    #expect(fine.value == 0)
    #expect(fine.hasBeenRounded)
    let reducible = MediaTime(value: .max, timescale: 600).multiplied(by: 600, over: 1)
    #expect(reducible.parts == [.max, 1, 1, 0])
    #expect(MediaTime(value: .max, timescale: 1).multiplied(by: 2, over: 1) == .positiveInfinity)
    #expect(MediaTime(value: .max, timescale: 1).multiplied(by: 2, over: 3).isNumeric)
  }

  @Test("a divisor of zero is infinity, unless another factor is zero too")
  func zeroDivisor() {
    #expect(MediaTime(value: 5, timescale: 3).multiplied(by: 2, over: 0) == .positiveInfinity)
    #expect(MediaTime(value: -5, timescale: 3).multiplied(by: 2, over: 0) == .negativeInfinity)
    #expect(MediaTime(value: 5, timescale: 3).multiplied(by: -2, over: 0) == .negativeInfinity)
    #expect(MediaTime(value: 5, timescale: 3).multiplied(by: 0, over: 0) == .invalid)
    #expect(MediaTime.zero.multiplied(by: 2, over: 0) == .invalid)
    #expect(MediaTime.invalid.multiplied(by: 2, over: 0) == .invalid)
    #expect(MediaTime.indefinite.multiplied(by: 2, over: 3) == .indefinite)
    #expect(MediaTime.positiveInfinity.multiplied(by: 2, over: -3) == .negativeInfinity)
    #expect(MediaTime.negativeInfinity.multiplied(by: -2, over: 3) == .positiveInfinity)
  }

  @Test("a floating-point factor doubles the timescale to 65 536 or more")
  func floatingPointFactors() {
    let half = MediaTime(value: 1, timescale: 600).multiplied(by: 0.5)
    #expect(half.parts == [64, 76_800, 1, 0])
    #expect(MediaTime(value: 3, timescale: 65_536).multiplied(by: 2).parts == [6, 65_536, 1, 0])
    #expect(MediaTime(value: 3, timescale: 90_000).multiplied(by: 2).parts == [6, 90_000, 1, 0])
    let third = MediaTime(value: 1, timescale: 1).multiplied(by: 1.0 / 3)
    #expect(third.parts == [21_845, 65_536, 3, 0])
    // −0.5 goes away from zero.
    #expect(MediaTime(value: 1, timescale: 90_000).multiplied(by: -0.5).parts == [-1, 90_000, 3, 0])
    #expect(MediaTime(value: 1, timescale: 90_000, epoch: 4).multiplied(by: 2).epoch == 4)
  }

  @Test("a floating-point factor loses nothing of a value with more bits than a Double")
  func precision() {
    let time = MediaTime(nanoseconds: 1 << 60 + 1)
    #expect(time.multiplied(by: 1).parts == time.parts)
    #expect(time.multiplied(by: -1).value == -(1 << 60 + 1))
    #expect(time.multiplied(by: 2).value == 1 << 61 + 2)
    #expect(time.multiplied(by: 0.5).parts == [1 << 59 + 1, 1_000_000_000, 3, 0])
  }

  @Test("floating-point products overflow into coarser timescales, then into infinity")
  func floatingPointOverflow() {
    let large = MediaTime(value: .max, timescale: 65_536).multiplied(by: 4)
    #expect(large.parts == [.max, 16_384, 1, 0])
    let odd = MediaTime(value: .max, timescale: 90_001).multiplied(by: 4)
    #expect(odd.timescale == 22_500)
    #expect(odd.hasBeenRounded)
    #expect(MediaTime(value: .max, timescale: 1).multiplied(by: 2) == .positiveInfinity)
    #expect(MediaTime(value: .max, timescale: 1).multiplied(by: -1e300) == .negativeInfinity)
    #expect(MediaTime(value: 1, timescale: 1).multiplied(by: .greatestFiniteMagnitude) == .positiveInfinity)
    #expect(MediaTime(value: 1, timescale: 1).multiplied(by: .leastNonzeroMagnitude).parts == [0, 65_536, 3, 0])
    #expect(MediaTime(value: .max, timescale: .max).multiplied(by: 1e-300).hasBeenRounded)
  }

  @Test("floating-point factors and special values follow the signs")
  func floatingPointSpecialValues() {
    #expect(MediaTime(value: 1, timescale: 2).multiplied(by: .nan) == .invalid)
    #expect(MediaTime.positiveInfinity.multiplied(by: .nan) == .invalid)
    #expect(MediaTime(value: 1, timescale: 2).multiplied(by: .infinity) == .positiveInfinity)
    #expect(MediaTime(value: -1, timescale: 2).multiplied(by: .infinity) == .negativeInfinity)
    #expect(MediaTime.zero.multiplied(by: .infinity) == .invalid)
    #expect(MediaTime.zero.multiplied(by: 3.5).parts == [0, 65_536, 1, 0])
    #expect(MediaTime.negativeInfinity.multiplied(by: -0.5) == .positiveInfinity)
    #expect(MediaTime.indefinite.multiplied(by: 0.5) == .indefinite)
    #expect(MediaTime.invalid.multiplied(by: 0.5) == .invalid)
  }
}
