public import LiveCapture
public import MediaCore
import Synchronization

/// Tells the events of captures as late and as mixed as the contract allows.
///
/// Each event but `willBeginCapture` is kept back for a part of ``longestDelay`` that is drawn for it. Only causes hold:
/// the begin before all, the exposure's begin before its end and before photos, the end of gathering before the movie,
/// the finish after all, and photos in the order of their captures. The same seed gives the same order.
public struct EventShuffle: Sendable, Hashable {
  /// What the delays of each output are drawn by.
  public var seed: UInt64
  /// No event is kept back so long.
  public var longestDelay: MediaTime

  /// A shuffle; by default events come up to two seconds late.
  public init(seed: UInt64, longestDelay: MediaTime = MediaTime(value: 2, timescale: 1)) {
    self.seed = seed
    self.longestDelay = longestDelay
  }

  /// Delays for one session's ``LiveCapture/CaptureEnvironment/eventDelay``. Each output has its own, from the seed on.
  public var delays: CaptureEnvironment.EventDelay {
    let generators = Mutex<[ObjectIdentifier: SeededRandom]>([:])
    let limit = UInt64(max(1, longestDelay.nanoseconds))
    return { [seed] _, output in
      let drawn = generators.withLock { $0[ObjectIdentifier(output), default: SeededRandom(seed: seed)].next() }
      return MediaTime(nanoseconds: Int64(drawn % limit))
    }
  }
}
