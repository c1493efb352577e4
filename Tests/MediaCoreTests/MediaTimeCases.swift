import MediaCore
import Testing

/// Cases 88 to 90 of the capture contract: arithmetic of times.
@Suite struct MediaTimeCases {
  @Test func case88_addition() {
    let sum = MediaTime(value: 1, timescale: 30) + MediaTime(value: 1, timescale: 600)
    #expect(sum.timescale == 600 && sum.value == 21)
    #expect(!(MediaTime.invalid + MediaTime(value: 1, timescale: 30)).isValid)
    #expect(!(MediaTime(value: 1, timescale: 30) + .invalid).isValid)
  }

  @Test func case89_order() {
    let ascending: [MediaTime] = [
      .negativeInfinity, MediaTime(value: -5, timescale: 1), .zero, MediaTime(value: 1, timescale: 600), .indefinite,
      .positiveInfinity, .invalid,
    ]
    for (place, time) in ascending.enumerated() {
      for (otherPlace, other) in ascending.enumerated() {
        #expect((time < other) == (place < otherPlace), "\(time) and \(other)")
        #expect((time == other) == (place == otherPlace), "\(time) and \(other)")
      }
    }
  }

  @Test func case90_seconds() {
    let exact = MediaTime(seconds: 0.5, preferredTimescale: 600)
    #expect(exact.value == 300 && exact.timescale == 600 && !exact.hasBeenRounded)
    #expect(MediaTime(seconds: 0.0333, preferredTimescale: 600).hasBeenRounded)
  }
}
