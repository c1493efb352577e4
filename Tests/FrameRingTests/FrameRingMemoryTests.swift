import AllocationCounter
import FrameRing
import MediaCore
import Testing

/// Whose memory is whose: held samples outlive the ring, all others are used again, and nothing is left over.
@Suite struct FrameRingMemoryTests {
  /// Tells whether a storage is still there, without holding it.
  private struct Watch {
    weak var storage: FrameStorage?
  }

  private func fill(_ storage: FrameStorage, with value: UInt8, count: Int) {
    storage.fill { (bytes) -> Int in
      bytes.prefix(count).initializeMemory(as: UInt8.self, repeating: value)
      return count
    }
  }

  @Test("a held sample survives eviction unchanged, however much comes after it")
  func pinned() {
    var ring = FrameRing<Sample>(limits: RingLimits(count: 4))
    var held: [Sample] = []
    for time in 0..<200 {
      let storage = ring.takeStorage(capacity: 64)
      fill(storage, with: UInt8(time), count: 64)
      let sample = Sample(Int64(time), storage: storage)
      ring.append(sample)
      if time % 17 == 0 { held.append(sample) }
    }
    #expect(ring.milliseconds == [196, 197, 198, 199])
    for sample in held {
      sample.storage.withBytes { bytes in
        #expect(bytes.allSatisfy { $0 == UInt8(sample.milliseconds) })
      }
    }
  }

  @Test("memory of samples that fell out is used again, but not that of held ones")
  func recycling() {
    var ring = FrameRing<Sample>(limits: RingLimits(count: 2))
    var watches: [Watch] = []
    func append(_ time: Int64) -> Watch {
      let storage = ring.takeStorage(capacity: 100)
      ring.append(Sample(time, storage: storage))
      return Watch(storage: storage)
    }
    watches.append(append(0))
    let held = ring[0]
    for time in 1..<10 { watches.append(append(Int64(time))) }
    // Sample 0 has fallen out and is held, so its storage must not come back.
    #expect(watches.filter { $0.storage === held.storage }.count == 1)
    // Two samples are in the ring, and the one that fell out last lends its storage to the next.
    let storages = watches.compactMap { $0.storage.map(ObjectIdentifier.init) }
    #expect(storages.count == watches.count, "a storage was let go instead of being used again")
    #expect(Set(storages).count == 4)
  }

  @Test("a storage that is too small is not used again")
  func growing() {
    var ring = FrameRing<Sample>(limits: RingLimits(count: 2))
    for (time, size) in [10_000, 10_000, 10_000, 50_000, 90_000, 90_000, 10].enumerated() {
      let storage = ring.takeStorage(capacity: size)
      #expect(storage.capacity >= size)
      ring.append(Sample(Int64(time), storage: storage))
    }
  }

  @Test("nothing is left when ring and holders have gone")
  func leaks() {
    var watches: [Watch] = []
    do {
      var held: [Sample] = []
      var ring = FrameRing<Sample>(limits: RingLimits(count: 5))
      for time in 0..<50 {
        let storage = ring.takeStorage(capacity: 10 + time * 300)
        watches.append(Watch(storage: storage))
        let sample = Sample(Int64(time), storage: storage)
        ring.append(sample)
        if time % 7 == 0 { held.append(sample) }
      }
      #expect(watches.count { $0.storage != nil } >= 5 + held.count - 1)
      ring.removeAll()
      #expect(ring.count == 0 && ring.byteCount == 0)
      withExtendedLifetime(held) {}
    }
    #expect(watches.allSatisfy { $0.storage == nil })
  }

  @Test(
    "at every capacity, head and fill the ring has its samples' memory and a few spares, and lets all go but what is held",
    arguments: RingShape.small + RingShape.growing)
  func leaks(shape: RingShape) {
    var watches: [Watch] = []
    /// How many storages are still there; one that was used again counts once.
    func alive() -> Int { Set(watches.compactMap { $0.storage.map(ObjectIdentifier.init) }).count }
    var held: [Sample] = []
    do {
      var ring = FrameRing<Sample>(limits: RingLimits(retentionMilliseconds: 100_000, count: shape.capacity))
      func append(_ time: Int64) {
        let storage = ring.takeStorage(capacity: 8)
        fill(storage, with: 1, count: 8)
        watches.append(Watch(storage: storage))
        ring.append(Sample(time, storage: storage))
      }
      for index in 0..<shape.head { append(Int64(index)) }
      for index in 0..<shape.fill { append(1_000_000 + Int64(index)) }
      #expect((ring.count...ring.count + 4).contains(alive()))
      #expect(ring.byteCount == 8 * ring.count)
      if ring.count > 0 { held = [ring[ring.count / 2]] }
      ring.removeAll()
      #expect(ring.count == 0 && ring.byteCount == 0)
      #expect((held.count...held.count + 4).contains(alive()))
      append(2_000_000)
      #expect(ring.milliseconds == [2_000_000] && ring.byteCount == 8)
    }
    #expect(alive() == held.count)
    held = []
    #expect(alive() == 0)
  }

  @Test(
    "an append on a full ring allocates nothing, in order, with jitter and with pictures of every size",
    arguments: [0, 3, 9])
  func appendsAllocateNothing(jitter: Int64) {
    var ring = FrameRing<Sample>(limits: RingLimits(retentionMilliseconds: 1000))
    func append(_ index: Int64) {
      // Sizes repeat after 37 appends; the largest have been seen when counting begins.
      let storage = ring.takeStorage(capacity: 20_000 + Int(index * 7919 % 37) * 400)
      ring.append(Sample(index * 33 + (index * 5 % 7) * jitter / 7, storage: storage))
    }
    for index in 0..<Int64(500) { append(index) }
    let before = allocation_counter_of_this_thread()
    var index: Int64 = 500
    while index < 2000 {
      append(index)
      index += 1
    }
    #expect(allocation_counter_of_this_thread() - before == 0)
  }
}
