public import MediaCore

/// The most recent samples of one source, in order of time.
///
/// A sample that has fallen out of the ring lives on for as long as somebody holds it; otherwise its memory is
/// used again for a new one. Once the ring is full and nobody holds samples, an append allocates nothing.
///
/// The ring is a plain value: whoever owns it guards it.
public struct FrameRing<Element: RingElement>: Sendable {
  // What a sample goes through is inlinable, so that it is compiled for the kind of sample where the ring is: code for
  // any kind asks the runtime for `Optional<Element>` a dozen times a sample, which takes longer than all else.

  @usableFromInline let limits: RingLimits

  // A circle of slots: sample i of the ring is at slots[(head + i) % slots.count].
  @usableFromInline var slots: ContiguousArray<Element?>
  // The times of the samples at the same places: looking for an instant must not retain a sample.
  @usableFromInline var times: ContiguousArray<MediaTime>
  @usableFromInline var head = 0
  @usableFromInline var totals = (samples: 0, bytes: 0, earlyEvictions: 0)

  // Memory of samples that fell out, kept for new ones. A few are enough: each append takes one and frees one.
  @usableFromInline var spare: ContiguousArray<FrameStorage> = []
  @usableFromInline static var maximumSpareCount: Int { 4 }

  /// Creates an empty ring.
  public init(limits: RingLimits) {
    self.limits = limits
    slots = ContiguousArray(repeating: nil, count: min(limits.count, 16))
    times = ContiguousArray(repeating: .invalid, count: slots.count)
    spare.reserveCapacity(Self.maximumSpareCount)
  }

  /// The number of samples in the ring.
  @inlinable public var count: Int { totals.samples }
  /// The bytes of all samples in the ring.
  public var byteCount: Int { totals.bytes }
  /// The number of samples that fell out although they were younger than the retention: the ring was too small for
  /// them.
  public var earlyEvictionCount: Int { totals.earlyEvictions }

  /// The newest sample.
  @inlinable public var last: Element? { count == 0 ? nil : self[count - 1] }
  /// The time of the oldest sample that the retention allows.
  public var oldestTime: MediaTime? {
    guard let newestTime else { return nil }
    // Two are enough: of older ones there is one at most.
    return time(at: 0) < newestTime - limits.retention ? time(at: 1) : time(at: 0)
  }
  /// The newest sample's time.
  @inlinable public var newestTime: MediaTime? { count == 0 ? nil : time(at: count - 1) }

  /// The sample at a place counted from the oldest.
  @inlinable public subscript(index: Int) -> Element {
    precondition((0..<count).contains(index), "a place outside the ring")
    return slots[slot(index)]!  // every place below `count` is filled
  }

  /// The time of the sample at a place counted from the oldest.
  @inlinable public func time(at index: Int) -> MediaTime {
    precondition((0..<count).contains(index), "a place outside the ring")
    return times[slot(index)]
  }

  /// Memory for a new sample of up to `capacity` bytes: of one that has fallen out, or newly allocated.
  @inlinable public mutating func takeStorage(capacity: Int) -> FrameStorage {
    // By hand: without optimisation the library's search allocates.
    var index = 0
    while index < spare.count {
      if spare[index].capacity >= capacity {
        return index == spare.count - 1 ? spare.removeLast() : spare.remove(at: index)
      }
      index += 1
    }
    // Compressed pictures vary in size; some room to grow keeps storages useful for their successors.
    if !spare.isEmpty { spare.removeFirst() }
    return FrameStorage(capacity: (capacity + capacity / 4 + 4095) & ~4095)
  }

  /// Adds the newest sample and lets fall out what the limits no longer allow.
  ///
  /// The sample before it stays, however old it is: only now can be asked which of the two is nearer to an instant
  /// between. Its time must not lie before the newest sample's. A sample larger than the ring replaces everything.
  @inlinable public mutating func append(_ element: Element) {
    let time = element.time
    precondition(newestTime.map { $0 <= time } ?? true, "samples of a ring must come in order of time")
    // First what is too old by now: its place may be all that the new sample needs.
    let horizon = time - limits.retention
    while count > 1, self.time(at: 0) < horizon { evictOldest() }
    if count == slots.count { makeRoom() }
    slots[slot(count)] = element
    times[slot(count)] = time
    totals.samples += 1
    totals.bytes += element.storage.count
    while totals.bytes > limits.bytes, count > 1 {
      if self.time(at: 0) < horizon { evictOldest() } else { evictEarly() }
    }
  }

  /// Forgets everything.
  public mutating func removeAll() {
    while count > 0 { evictOldest() }
  }

  /// Returns the samples whose times lie in `range`, oldest first.
  public func elements(in range: TimeRange) -> [Element] {
    let lower = firstIndex(atOrAfter: range.start)
    let upper = firstIndex(atOrAfter: range.end)
    return (lower..<max(lower, upper)).map { self[$0] }
  }

  /// Returns the sample whose time is nearest to `time`; of two equally near ones the earlier.
  public func nearest(to time: MediaTime) -> Element? {
    guard count > 0 else { return nil }
    let index = firstIndex(atOrAfter: time)
    if index == count { return self[count - 1] }
    if index == 0 { return self[0] }
    return time - self.time(at: index - 1) <= self.time(at: index) - time ? self[index - 1] : self[index]
  }

  /// Returns the place of the first sample at or after `time`; `count` if there is none.
  public func firstIndex(atOrAfter time: MediaTime) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self.time(at: middle) < time { low = middle + 1 } else { high = middle }
    }
    return low
  }

  @inlinable func slot(_ index: Int) -> Int {
    let slot = head + index
    // `times` has as many elements as `slots`, whose count, of optional generic elements, needs a runtime lookup.
    return slot < times.count ? slot : slot - times.count
  }

  @usableFromInline mutating func makeRoom() {
    if slots.count >= limits.count { return evictEarly() }
    // It is full: the oldest sample's slot and those behind it come first.
    let added = min(limits.count, slots.count * 2) - slots.count
    slots = ContiguousArray(slots[head...] + slots[..<head]) + repeatElement(nil, count: added)
    times = ContiguousArray(times[head...] + times[..<head]) + repeatElement(.invalid, count: added)
    head = 0
  }

  @inlinable mutating func evictEarly() {
    totals.earlyEvictions += 1
    evictOldest()
  }

  @inlinable mutating func evictOldest() {
    guard var storage = slots[head].take()?.storage else { return }
    head = slot(1)
    totals.samples -= 1
    totals.bytes -= storage.count
    // The sample has gone; if nobody else has it, this is the last reference to its bytes.
    if spare.count < Self.maximumSpareCount, isKnownUniquelyReferenced(&storage) { spare.append(storage) }
  }
}
