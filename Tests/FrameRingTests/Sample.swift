import FrameRing
import MediaCore

/// A sample with a number of milliseconds for its time and some bytes.
struct Sample: RingElement {
  let time: MediaTime
  let storage: FrameStorage

  init(_ milliseconds: Int64, bytes: Int = 1) {
    time = MediaTime(nanoseconds: milliseconds * 1_000_000)
    storage = FrameStorage(capacity: bytes)
    storage.fill { (_) -> Int in bytes }
  }

  init(_ milliseconds: Int64, storage: FrameStorage) {
    time = MediaTime(nanoseconds: milliseconds * 1_000_000)
    self.storage = storage
  }

  var milliseconds: Int64 { time.nanoseconds / 1_000_000 }
}

extension RingLimits {
  /// Limits of which those that are left out never apply.
  init(retentionMilliseconds: Int64 = 1_000_000_000, count: Int = 1 << 20, bytes: Int = 1 << 40) {
    self.init(retention: MediaTime(nanoseconds: retentionMilliseconds * 1_000_000), count: count, bytes: bytes)
  }
}

extension FrameRing<Sample> {
  /// The times of all samples, oldest first.
  var milliseconds: [Int64] { (0..<count).map { self[$0].milliseconds } }
}
