import MediaCore
import Testing

@Suite struct MediaTimeArithmeticTests {
  @Test("a sum has the least common multiple of the timescales")
  func sums() {
    let sum = MediaTime(value: 1, timescale: 30) + MediaTime(value: 1, timescale: 600)
    #expect(sum.parts == MediaTime(value: 21, timescale: 600).parts)
    #expect(
      (MediaTime(value: 1, timescale: 3) + MediaTime(value: 1, timescale: 5)).parts
        == MediaTime(value: 8, timescale: 15).parts)
    #expect(
      (MediaTime(value: 1, timescale: 4) - MediaTime(value: 1, timescale: 6)).parts
        == MediaTime(value: 1, timescale: 12).parts)
    var total = MediaTime.zero
    total += MediaTime(value: 1, timescale: 30)
    total -= MediaTime(value: 1, timescale: 600)
    #expect(total.parts == MediaTime(value: 19, timescale: 600).parts)
  }

  @Test("a common timescale past 0x7fffffff is cut to it, with the mark when that is inexact")
  func cappedTimescale() {
    let (a, b) = (MediaTime(value: 1, timescale: 1_000_000_000), MediaTime(value: 1, timescale: 999_999_937))
    let sum = a + b
    #expect(sum.timescale == 0x7fff_ffff)
    #expect(sum.value == 4)  // 4.29 units
    #expect(sum.hasBeenRounded)
    let exact =
      MediaTime(value: 1_000_000_000, timescale: 1_000_000_000) + MediaTime(value: 999_999_937, timescale: 999_999_937)
    #expect(exact.parts == [2 * 0x7fff_ffff, 0x7fff_ffff, 1, 0])
    // A timescale of exactly the cap is no reason to round.
    #expect(
      (MediaTime(value: 1, timescale: .max) + MediaTime(value: 1, timescale: 1)).parts == [1 << 31, 0x7fff_ffff, 1, 0])
  }

  @Test("a sum that overflows halves its timescale, and at last is infinite")
  func overflow() {
    let large = MediaTime(value: .max, timescale: 600)
    let sum = large + large
    #expect(sum.timescale == 300)
    #expect(sum.value == .max)
    #expect(!sum.hasBeenRounded)
    let inexact = MediaTime(value: .max, timescale: 601) + MediaTime(value: .max, timescale: 601)
    #expect(inexact.timescale == 300)
    #expect(inexact.hasBeenRounded)
    let coarse = MediaTime(value: .max, timescale: 1)
    #expect((coarse + coarse).parts == MediaTime.positiveInfinity.parts)
    #expect((MediaTime(value: .min, timescale: 1) - coarse).parts == MediaTime.negativeInfinity.parts)
    #expect((-MediaTime(value: .min, timescale: 1)) == .positiveInfinity)
    #expect((-MediaTime(value: .min, timescale: 2)).parts == [1 << 62, 1, 1, 0])
  }

  @Test("rounding is remembered")
  func roundingMark() {
    let rounded = MediaTime(seconds: 0.0333, preferredTimescale: 600)
    #expect((rounded + .zero).hasBeenRounded)
    #expect((.zero - rounded).hasBeenRounded)
    #expect((rounded * 2).hasBeenRounded)
    #expect(rounded.multiplied(by: 2, over: 3).hasBeenRounded)
    #expect(rounded.multiplied(by: 2.0).hasBeenRounded)
    #expect(rounded.converted(toTimescale: 1200).hasBeenRounded)
    #expect(!(rounded + .positiveInfinity).hasBeenRounded)
  }

  @Test(
    "sums and differences with special values follow CMTimeAdd and CMTimeSubtract",
    arguments: [
      (MediaTime.positiveInfinity, MediaTime.positiveInfinity, MediaTime.positiveInfinity, MediaTime.invalid),
      (.negativeInfinity, .negativeInfinity, .negativeInfinity, .invalid),
      (.positiveInfinity, .negativeInfinity, .invalid, .positiveInfinity),
      (.negativeInfinity, .positiveInfinity, .invalid, .negativeInfinity),
      (.positiveInfinity, .zero, .positiveInfinity, .positiveInfinity),
      (.zero, .positiveInfinity, .positiveInfinity, .negativeInfinity),
      (.zero, .negativeInfinity, .negativeInfinity, .positiveInfinity),
      (.indefinite, .zero, .indefinite, .indefinite),
      (.zero, .indefinite, .indefinite, .indefinite),
      (.indefinite, .indefinite, .indefinite, .indefinite),
      (.indefinite, .positiveInfinity, .positiveInfinity, .negativeInfinity),
      (.negativeInfinity, .indefinite, .negativeInfinity, .negativeInfinity),
      (.invalid, .zero, .invalid, .invalid),
      (.zero, .invalid, .invalid, .invalid),
      (.positiveInfinity, .invalid, .invalid, .invalid),
    ])
  func specialValues(left: MediaTime, right: MediaTime, sum: MediaTime, difference: MediaTime) {
    #expect((left + right).parts == sum.parts)
    #expect((left - right).parts == difference.parts)
  }

  @Test("epoch 0 is a duration, one epoch cancels itself, and two do not meet")
  func epochs() {
    let duration = MediaTime(value: 3, timescale: 2)
    let (first, later) = (MediaTime(value: 5, timescale: 2, epoch: 7), MediaTime(value: 7, timescale: 2, epoch: 7))
    #expect((duration + first).parts == [8, 2, 1, 7])
    #expect((first + duration).parts == [8, 2, 1, 7])
    #expect((duration - first).epoch == 7)
    #expect((later - first).parts == [2, 2, 1, 0])
    #expect((later + first).parts == [12, 2, 1, 0])
    let other = MediaTime(value: 5, timescale: 2, epoch: 8)
    #expect((first + other) == .invalid)
    #expect((first - other) == .invalid)
    #expect(first < other)
    // Only numbers have an epoch.
    let infinite = MediaTime(value: 0, timescale: 0, flags: [.valid, .positiveInfinity], epoch: 9)
    #expect((first + infinite) == .positiveInfinity)
    #expect((first * 2).epoch == 7)
    #expect(first.converted(toTimescale: 4).parts == [10, 4, 1, 7])
  }

  @Test("an absolute value has no sign, whatever it was")
  func magnitudes() {
    #expect(MediaTime(value: -5, timescale: 3).magnitude == MediaTime(value: 5, timescale: 3))
    #expect(MediaTime(value: -5, timescale: 3, epoch: 4).magnitude == MediaTime(value: 5, timescale: 3, epoch: 4))
    #expect(MediaTime(value: 5, timescale: 3).magnitude == MediaTime(value: 5, timescale: 3))
    #expect(MediaTime.negativeInfinity.magnitude == .positiveInfinity)
    #expect(MediaTime.indefinite.magnitude == .indefinite)
    #expect(MediaTime.invalid.magnitude == .invalid)
    #expect(MediaTime(value: .min, timescale: 4).magnitude == MediaTime(value: 1 << 62, timescale: 2))
  }

  @Test(
    "conversion rounds by the named method",
    arguments: [
      (MediaTime.Rounding.halfAwayFromZero, [2, 3, -3, 1, -1]),
      (.towardZero, [1, 2, -2, 0, 0]),
      (.awayFromZero, [2, 3, -3, 1, -1]),
      (.quickTime, [1, 2, -2, 0, -1]),
      (.towardPositiveInfinity, [2, 3, -2, 1, 0]),
      (.towardNegativeInfinity, [1, 2, -3, 0, -1]),
    ] as [(MediaTime.Rounding, [Int64])])
  func conversion(method: MediaTime.Rounding, expected: [Int64]) {
    // In halves of 1.75, 2.5, −2.5, 0.5 and −0.5 units.
    let quarters: [Int64] = [7, 10, -10, 2, -2]
    for (value, expected) in zip(quarters, expected) {
      let result = MediaTime(value: value, timescale: 4).converted(toTimescale: 1, rounding: method)
      #expect(result.value == expected, "\(value)/4 by \(method)")
      #expect(result.timescale == 1)
      #expect(result.hasBeenRounded)
    }
    let exact = MediaTime(value: 8, timescale: 4).converted(toTimescale: 1, rounding: method)
    #expect(exact.parts == [2, 1, 1, 0])
  }

  @Test("the method called QuickTime rounds up towards finer timescales")
  func quickTime() {
    let third = MediaTime(value: 1, timescale: 3)
    #expect(third.converted(toTimescale: 2, rounding: .quickTime).value == 0)
    #expect(third.converted(toTimescale: 10, rounding: .quickTime).value == 4)
    #expect((-third).converted(toTimescale: 10, rounding: .quickTime).value == -4)
    #expect((-third).converted(toTimescale: 2, rounding: .quickTime).value == -1)
  }

  @Test("the raw values of the methods are CMTimeRoundingMethod's")
  func rawValues() {
    #expect(MediaTime.Rounding.allCases.map(\.rawValue) == [1, 2, 3, 4, 5, 6])
    #expect(MediaTime.Rounding.quickTime.rawValue == 4)
  }

  @Test("a conversion that does not fit is infinite")
  func conversionOverflow() {
    #expect(MediaTime(value: .max, timescale: 1).converted(toTimescale: 2) == .positiveInfinity)
    #expect(MediaTime(value: .min, timescale: 1).converted(toTimescale: 2) == .negativeInfinity)
    #expect(MediaTime(value: .min, timescale: 2).converted(toTimescale: 1).parts == [.min / 2, 1, 1, 0])
    #expect(MediaTime.indefinite.converted(toTimescale: 600).parts == MediaTime.indefinite.parts)
  }
}
