import MediaCore
import TestSupport
import Testing

@Suite struct TimeRangeTests {
  private static func seconds(_ value: Int64, epoch: Int64 = 0) -> MediaTime {
    MediaTime(value: value, timescale: 1, epoch: epoch)
  }
  private static func range(_ start: Int64, _ end: Int64) -> TimeRange {
    TimeRange(start: seconds(start), end: seconds(end))
  }

  @Test("a range holds its start and not its end")
  func halfOpen() {
    let range = TimeRange(start: Self.seconds(2), duration: Self.seconds(4))
    #expect(range.end == Self.seconds(6))
    #expect(range.contains(Self.seconds(2)))
    #expect(range.contains(MediaTime(value: 5999, timescale: 1000)))
    #expect(!range.contains(Self.seconds(6)))
    #expect(!range.contains(MediaTime(value: 1999, timescale: 1000)))
    for special: MediaTime in [.invalid, .indefinite, .positiveInfinity, .negativeInfinity] {
      #expect(!range.contains(special))
    }
  }

  @Test("only valid parts with a length that is not negative make a range")
  func validity() {
    #expect(TimeRange.zero.isValid && TimeRange.zero.isEmpty)
    #expect(!TimeRange.invalid.isValid && !TimeRange.invalid.isEmpty)
    #expect(!Self.range(3, 2).isValid)
    #expect(Self.range(3, 3).isEmpty)
    #expect(!TimeRange(start: .zero, duration: Self.seconds(1, epoch: 1)).isValid)
    #expect(!TimeRange(start: Self.seconds(1, epoch: 1), end: Self.seconds(1, epoch: 2)).isValid)
    #expect(TimeRange(start: .zero, duration: .indefinite).isIndefinite)
    #expect(!TimeRange(start: .invalid, duration: .indefinite).isIndefinite)
    #expect(!TimeRange(start: .zero, duration: .negativeInfinity).isValid)
    #expect("\(TimeRange.invalid)" == "invalid range")
  }

  @Test("a range lies in one epoch")
  func epochs() {
    let range = TimeRange(start: Self.seconds(2, epoch: 5), end: Self.seconds(4, epoch: 5))
    #expect(range.duration == Self.seconds(2))
    #expect(range.end == Self.seconds(4, epoch: 5))
    #expect(range.contains(Self.seconds(3, epoch: 5)))
    #expect(!range.contains(Self.seconds(3)))
    #expect(range.intersection(Self.range(2, 4)) == .zero)
    #expect(!range.union(Self.range(2, 4)).isValid)
    #expect(!range.contains(Self.range(2, 3)))
  }

  @Test("a range without end holds every later number")
  func endless() {
    let range = TimeRange(start: Self.seconds(2), duration: .positiveInfinity)
    #expect(range.end == .positiveInfinity)
    #expect(range.contains(Self.seconds(.max)))
    #expect(!range.contains(Self.seconds(1)))
    #expect(range.intersection(Self.range(0, 5)) == Self.range(2, 5))
    #expect(range.union(Self.range(0, 5)) == TimeRange(start: .zero, duration: .positiveInfinity))
  }

  @Test(
    "intersection and union of two ranges",
    arguments: [
      // a, b, intersection, union
      ((0, 4), (2, 6), (2, 4), (0, 6)),
      ((0, 9), (2, 3), (2, 3), (0, 9)),
      ((2, 6), (8, 9), (0, 0), (2, 9)),
      ((0, 2), (2, 4), (0, 0), (0, 4)),
      ((0, 2), (5, 5), (0, 0), (0, 2)),
      ((5, 5), (5, 5), (0, 0), (5, 5)),
    ] as [((Int64, Int64), (Int64, Int64), (Int64, Int64), (Int64, Int64))])
  func combinations(
    a: (Int64, Int64), b: (Int64, Int64), intersection: (Int64, Int64), union: (Int64, Int64)
  ) {
    let (a, b) = (Self.range(a.0, a.1), Self.range(b.0, b.1))
    for (one, other) in [(a, b), (b, a)] {
      #expect(one.intersection(other) == Self.range(intersection.0, intersection.1))
      #expect(one.union(other) == Self.range(union.0, union.1))
    }
    #expect(!a.intersection(.invalid).isValid)
    #expect(!TimeRange.invalid.union(a).isValid)
  }

  @Test("a range contains what lies in it, itself included")
  func containment() {
    let range = Self.range(2, 6)
    #expect(range.contains(range))
    #expect(range.contains(Self.range(3, 4)))
    #expect(range.contains(Self.range(6, 6)))
    #expect(!range.contains(Self.range(3, 7)))
    #expect(!range.contains(Self.range(1, 3)))
    #expect(!range.contains(Self.range(7, 7)))
    #expect(!range.contains(TimeRange.invalid))
    #expect(!TimeRange.invalid.contains(range))
  }

  @Test("clamping moves an instant to the nearest end")
  func clamping() {
    let range = Self.range(2, 6)
    #expect(range.clamp(Self.seconds(1)) == Self.seconds(2))
    #expect(range.clamp(Self.seconds(3)) == Self.seconds(3))
    #expect(range.clamp(Self.seconds(7)) == Self.seconds(6))
    #expect(range.clamp(.positiveInfinity) == Self.seconds(6))
    #expect(range.clamp(.invalid) == .invalid)
    #expect(TimeRange.zero.clamp(.zero) == .invalid)
  }

  @Test("no operation on edge cases traps, and an instant is in an intersection when it is in both")
  func edgeCases() {
    var generator = SeededRandom(seed: 4)
    for _ in 0..<3000 {
      let times = (0..<5).map { _ in MediaTime.random(using: &generator) }
      let (a, b) = (
        TimeRange(start: times[0], end: times[1]), TimeRange(start: times[2], duration: times[3])
      )
      let intersection = a.intersection(b)
      if intersection.isValid, intersection != .zero, !intersection.start.hasBeenRounded,
        !intersection.duration.hasBeenRounded, !a.end.hasBeenRounded, !b.end.hasBeenRounded
      {
        #expect(a.contains(intersection) && b.contains(intersection))
        #expect(intersection.contains(times[4]) == (a.contains(times[4]) && b.contains(times[4])))
      }
      _ = (a.union(b), a.contains(b), a.clamp(times[4]), a.description, a.hashValue)
    }
  }
}
