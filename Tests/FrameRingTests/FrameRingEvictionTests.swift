import FrameRing
import MediaCore
import TestSupport
import Testing

@Suite struct FrameRingEvictionTests {
  @Test("what is older than the retention falls out, and that is no early loss")
  func byTime() {
    var ring = FrameRing<Sample>(limits: RingLimits(retentionMilliseconds: 100))
    for time in stride(from: Int64(0), through: 1000, by: 10) { ring.append(Sample(time)) }
    #expect(ring.milliseconds == Array(stride(from: 900, through: 1000, by: 10)))
    #expect(ring.earlyEvictionCount == 0)
    ring.append(Sample(5000))
    #expect(ring.milliseconds == [1000, 5000], "the one before a gap is there until the next has come")
    #expect(ring.oldestTime == Sample(5000).time && ring.nearest(to: Sample(2000).time)?.time == Sample(1000).time)
    ring.append(Sample(5010))
    #expect(ring.milliseconds == [5000, 5010])
    #expect(ring.earlyEvictionCount == 0)
  }

  @Test("one that stays for its age's sake makes room for bytes, and that is no early loss")
  func gapAndBytes() {
    var ring = FrameRing<Sample>(limits: RingLimits(retentionMilliseconds: 100, bytes: 100))
    ring.append(Sample(0, bytes: 60))
    ring.append(Sample(5000, bytes: 60))
    #expect(ring.milliseconds == [5000] && ring.byteCount == 60 && ring.earlyEvictionCount == 0)
  }

  @Test("a full ring drops its oldest, and counts what was young enough to stay")
  func byCount() {
    var ring = FrameRing<Sample>(limits: RingLimits(count: 3))
    for time in 0..<10 { ring.append(Sample(Int64(time))) }
    #expect(ring.milliseconds == [7, 8, 9])
    #expect(ring.earlyEvictionCount == 7)
  }

  @Test("a place that age sets free is no early loss")
  func countAndTime() {
    var ring = FrameRing<Sample>(limits: RingLimits(retentionMilliseconds: 25, count: 3))
    for time in stride(from: Int64(0), through: 200, by: 10) { ring.append(Sample(time)) }
    #expect(ring.milliseconds == [180, 190, 200])
    #expect(ring.earlyEvictionCount == 0)
  }

  @Test("bytes are counted, and the oldest make room for the newest")
  func byBytes() {
    var ring = FrameRing<Sample>(limits: RingLimits(bytes: 100))
    for time in 0..<4 { ring.append(Sample(Int64(time), bytes: 30)) }
    #expect(ring.milliseconds == [1, 2, 3])
    #expect(ring.byteCount == 90)
    ring.append(Sample(4, bytes: 71))
    #expect(ring.milliseconds == [4])
    #expect(ring.byteCount == 71)
    #expect(ring.earlyEvictionCount == 4)
  }

  @Test("a sample larger than the ring replaces everything and stays until the next")
  func oversized() {
    var ring = FrameRing<Sample>(limits: RingLimits(bytes: 100))
    ring.append(Sample(0, bytes: 10))
    ring.append(Sample(1, bytes: 1000))
    #expect(ring.milliseconds == [1])
    ring.append(Sample(2, bytes: 10))
    #expect(ring.milliseconds == [2])
    #expect(ring.byteCount == 10)
  }

  @Test("every limit holds after every append, for sizes and gaps by chance")
  func limitsHold() {
    var random = SeededRandom(seed: 7)
    for _ in 0..<40 {
      let limits = RingLimits(
        retentionMilliseconds: Int64.random(in: 1...200, using: &random), count: Int.random(in: 1...40, using: &random),
        bytes: Int.random(in: 1...2000, using: &random))
      var ring = FrameRing<Sample>(limits: limits)
      var model: [(time: Int64, bytes: Int)] = []
      var time: Int64 = 0
      for _ in 0..<200 {
        time += Int64.random(in: 0...30, using: &random)
        let bytes = Int.random(in: 0...300, using: &random)
        ring.append(Sample(time, bytes: bytes))
        model.append((time, bytes))
        // Age alone leaves the one before the newest.
        while model.count > 1,
          model.count > 2 && model[0].time < time - limits.retention.nanoseconds / 1_000_000
            || model.count > limits.count || model.reduce(0, { $0 + $1.bytes }) > limits.bytes
        { model.removeFirst() }
        #expect(ring.milliseconds == model.map(\.time))
        #expect(ring.byteCount == model.reduce(0) { $0 + $1.bytes })
      }
    }
  }
}
