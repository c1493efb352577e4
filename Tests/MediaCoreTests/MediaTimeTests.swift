import MediaCore
import Testing

@Suite struct MediaTimeTests {
  @Test("a timescale that is not above zero gives an invalid time", arguments: [Int32(0), -1, .min])
  func timescales(timescale: Int32) {
    #expect(MediaTime(value: 3, timescale: timescale).parts == MediaTime.invalid.parts)
    #expect(MediaTime(seconds: 3, preferredTimescale: timescale).parts == MediaTime.invalid.parts)
    let malformed = MediaTime(value: 3, timescale: timescale, flags: .valid, epoch: 0)
    #expect(!malformed.isValid && !malformed.isNumeric && malformed.seconds.isNaN)
    #expect(MediaTime.zero.converted(toTimescale: timescale) == .invalid)
  }

  @Test("the flags are CMTimeFlags' bits")
  func flags() {
    #expect(MediaTime.zero.flags.rawValue == 1)
    #expect(MediaTime.Flags.hasBeenRounded.rawValue == 2)
    #expect(MediaTime.positiveInfinity.flags.rawValue == 5)
    #expect(MediaTime.negativeInfinity.flags.rawValue == 9)
    #expect(MediaTime.indefinite.flags.rawValue == 17)
    #expect(MediaTime.invalid.flags.rawValue == 0)
  }

  @Test("every time is of exactly one kind", arguments: MediaTime.edgeCases)
  func kinds(time: MediaTime) {
    let kinds = [
      !time.isValid, time.isNumeric, time.isIndefinite, time.isPositiveInfinity, time.isNegativeInfinity,
    ]
    #expect(kinds.count { $0 } == 1)
    #expect(time.seconds.isNaN == (!time.isValid || time.isIndefinite))
    #expect(time.seconds.isFinite == time.isNumeric)
  }

  @Test("only numbers can have been rounded")
  func rounded() {
    let flags: MediaTime.Flags = [.valid, .hasBeenRounded]
    #expect(MediaTime(value: 1, timescale: 2, flags: flags, epoch: 0).hasBeenRounded)
    #expect(!MediaTime(value: 1, timescale: 2, flags: flags.union(.indefinite), epoch: 0).hasBeenRounded)
    #expect(!MediaTime(value: 1, timescale: 2, flags: .hasBeenRounded, epoch: 0).hasBeenRounded)
  }

  @Test(
    "seconds are cut to the timescale, and the mark tells when they were",
    arguments: [
      (0.5, Int32(600), Int64(300), false),
      (0.0333, 600, 19, true),
      (2.87, 1, 2, true),
      (-2.87, 1, -2, true),
      (0.082, 24, 1, true),
      (0.1, 600, 60, false),
      (1.0 / 3, 600, 200, false),
      (1.0 / 3, 1000, 333, true),
      (-0.25, 4, -1, false),
      (0, 600, 0, false),
      (1e-9, 1_000_000_000, 1, false),
    ] as [(Double, Int32, Int64, Bool)])
  func seconds(seconds: Double, timescale: Int32, value: Int64, isRounded: Bool) {
    let time = MediaTime(seconds: seconds, preferredTimescale: timescale)
    #expect(time.value == value)
    #expect(time.timescale == timescale)
    #expect(time.hasBeenRounded == isRounded)
    #expect(time.epoch == 0)
  }

  @Test("a timescale in which seconds do not fit is halved, and what never fits is infinite")
  func halving() {
    let time = MediaTime(seconds: 0x1p60, preferredTimescale: 600)
    #expect(time.timescale == 4)  // 600, 300, 150, 75, 37, 18, 9, 4
    #expect(time.value == 1 << 62)
    #expect(!time.hasBeenRounded)
    #expect(MediaTime(seconds: 0x1p63, preferredTimescale: 600) == .positiveInfinity)
    #expect(MediaTime(seconds: -0x1p64, preferredTimescale: 600) == .negativeInfinity)
    #expect(MediaTime(seconds: -0x1p63, preferredTimescale: 1).value == .min)
    #expect(MediaTime(seconds: .infinity, preferredTimescale: 600) == .positiveInfinity)
    #expect(MediaTime(seconds: -.infinity, preferredTimescale: 600) == .negativeInfinity)
    #expect(MediaTime(seconds: .nan, preferredTimescale: 600) == .invalid)
    #expect(MediaTime(seconds: .greatestFiniteMagnitude, preferredTimescale: .max) == .positiveInfinity)
    #expect(MediaTime(seconds: .leastNonzeroMagnitude, preferredTimescale: .max).hasBeenRounded)
  }

  @Test("nanoseconds are the nearest, and bounded where 64 bits end")
  func nanoseconds() {
    #expect(MediaTime(nanoseconds: -5).nanoseconds == -5)
    #expect(MediaTime(value: 1, timescale: 3).nanoseconds == 333_333_333)
    #expect(MediaTime(value: 2, timescale: 3).nanoseconds == 666_666_667)
    #expect(MediaTime(value: .max, timescale: 1).nanoseconds == .max)
    #expect(MediaTime(value: .min, timescale: 1).nanoseconds == .min)
  }

  @Test("a description names what the time is")
  func descriptions() {
    #expect("\(MediaTime(value: 900, timescale: 600))" == "1.5 s (900/600)")
    #expect("\(MediaTime(value: 900, timescale: 600, epoch: 2))" == "1.5 s (900/600) in epoch 2")
    #expect("\(MediaTime.invalid)" == "invalid")
    #expect("\(MediaTime.negativeInfinity)" == "−∞")
  }
}
