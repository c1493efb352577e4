import FrameRing
import MediaCore
import Testing

/// A ring must answer like a plain list, wherever in its circle of slots the samples lie.
@Suite struct FrameRingTests {
  /// A ring of the given shape and what it must hold: times 10 apart, each sample as many bytes as its place.
  private func fill(_ shape: RingShape) -> (ring: FrameRing<Sample>, expected: [Int64]) {
    var ring = FrameRing<Sample>(limits: RingLimits(retentionMilliseconds: 100_000, count: shape.capacity))
    for index in 0..<shape.head { ring.append(Sample(Int64(index))) }
    // The first sample so much later lets all of the head fall out but the last, which the second takes along.
    var expected = (0..<shape.fill).map { 1_000_000 + Int64($0) * 10 }
    for (index, time) in expected.enumerated() { ring.append(Sample(time, bytes: index + 1)) }
    if shape.fill == 0 { ring.removeAll() }
    if shape.fill == 1, shape.head > 0, shape.capacity > 1 { expected.insert(Int64(shape.head - 1), at: 0) }
    return (ring, expected)
  }

  @Test(
    "every capacity, head and fill holds the newest samples in order", arguments: RingShape.small + RingShape.growing)
  func contents(shape: RingShape) {
    let (ring, expected) = fill(shape)
    #expect(ring.milliseconds == expected)
    #expect(ring.count == expected.count)
    #expect(ring.last?.milliseconds == expected.last)
    let isHeadHeld = expected.count > shape.fill
    #expect(ring.byteCount == (0..<shape.fill).reduce(isHeadHeld ? Sample(0).storage.count : 0) { $0 + $1 + 1 })
  }

  @Test("the first sample at or after any instant is found", arguments: RingShape.small + RingShape.growing)
  func firstIndex(shape: RingShape) {
    let (ring, expected) = fill(shape)
    for time in instants(around: expected) {
      let index = expected.firstIndex { $0 >= time } ?? expected.count
      #expect(ring.firstIndex(atOrAfter: MediaTime(nanoseconds: time * 1_000_000)) == index)
    }
    #expect(ring.firstIndex(atOrAfter: .negativeInfinity) == 0)
    #expect(ring.firstIndex(atOrAfter: .positiveInfinity) == expected.count)
  }

  @Test(
    "the sample nearest to any instant is found, of two the earlier", arguments: RingShape.small + RingShape.growing)
  func nearest(shape: RingShape) {
    let (ring, expected) = fill(shape)
    for time in instants(around: expected) {
      let nearest = expected.min { abs($0 - time) < abs($1 - time) }
      #expect(ring.nearest(to: MediaTime(nanoseconds: time * 1_000_000))?.milliseconds == nearest)
    }
  }

  @Test("a window holds what lies in it, its end left out", arguments: RingShape.small)
  func windows(shape: RingShape) {
    let (ring, expected) = fill(shape)
    let instants = instants(around: expected)
    for start in instants {
      for end in instants where end >= start {
        let range = TimeRange(
          start: MediaTime(nanoseconds: start * 1_000_000), end: MediaTime(nanoseconds: end * 1_000_000))
        #expect(ring.elements(in: range).map(\.milliseconds) == expected.filter { $0 >= start && $0 < end })
      }
    }
  }

  @Test("samples of one instant stay in the order in which they came")
  func equalTimes() {
    var ring = FrameRing<Sample>(limits: RingLimits(count: 4))
    for bytes in 1...3 { ring.append(Sample(5, bytes: bytes)) }
    #expect((0..<ring.count).map { ring[$0].storage.count } == [1, 2, 3])
    #expect(ring.firstIndex(atOrAfter: MediaTime(nanoseconds: 5_000_000)) == 0)
    #expect(ring.nearest(to: MediaTime(nanoseconds: 9_000_000))?.storage.count == 3)
  }

  @Test("an empty ring answers with nothing")
  func empty() {
    let ring = FrameRing<Sample>(limits: RingLimits(count: 3))
    #expect(ring.count == 0 && ring.last == nil)
    #expect(ring.nearest(to: .zero) == nil)
    #expect(ring.firstIndex(atOrAfter: .zero) == 0)
    #expect(ring.elements(in: TimeRange(start: .zero, end: MediaTime(value: 1, timescale: 1))).isEmpty)
  }

  @Test("samples that come out of order are a mistake of the owner")
  func outOfOrder() async {
    await #expect(processExitsWith: .failure) {
      var ring = FrameRing<Sample>(limits: RingLimits(count: 3))
      ring.append(Sample(2))
      ring.append(Sample(1))
    }
  }

  /// Before, between, at and after the given times.
  private func instants(around times: [Int64]) -> [Int64] {
    guard let first = times.first, let last = times.last else { return [0, 5] }
    return [first - 100, first - 1] + times.flatMap { [$0, $0 + 4, $0 + 5, $0 + 6] } + [last + 100]
  }
}
