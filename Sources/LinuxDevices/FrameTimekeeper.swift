import MediaCore

/// Turns what a driver says about the times and numbers of buffers into a time line that never runs backwards.
///
/// **Numbers.** The driver's 32-bit counter is carried on in 64 bits. A step of more than one is a gap; a counter
/// that stands still or jumps back (drivers repeat numbers under load, or count anew) goes on by one.
///
/// **Times.** A stamp counts if the driver says it is of the monotonic clock, it is not zero, and it does not lie in
/// the future; otherwise the frame gets the instant of its arrival. A frame whose time is not later than its
/// predecessor's is not delivered: the driver has stamped one picture twice, or in disorder. After a stamp that lies
/// more than a second back the stamps are of no use, and the frame gets the instant of its arrival, too.
struct FrameTimekeeper {
  // How far a stamp may lead the clock: drivers that reckon from a device's clock are a little off.
  private static let toleranceNanoseconds: Int64 = 1_000_000_000

  private var lastCounter: UInt32?
  private var number: UInt64 = 0
  private var lastNanoseconds: Int64?

  // The 64-bit number of a buffer, and how many the driver left out before it.
  mutating func number(for counter: UInt32) -> (number: UInt64, missing: Int) {
    defer { lastCounter = counter }
    guard let lastCounter else {
      number = UInt64(counter)
      return (number, 0)
    }
    let step = counter &- lastCounter
    let isForward = step > 0 && step < 1 << 31
    let advance = isForward ? UInt64(step) : 1
    number += advance
    return (number, Int(advance) - 1)
  }

  // The frame's time; nil if it would not be later than the one before.
  // `stamp` is the driver's, if it is of the monotonic clock; `now` is the instant of arrival.
  mutating func nanoseconds(stamp: Int64?, now: Int64) -> Int64? {
    var time = now
    if let stamp, stamp > 0, stamp - Self.toleranceNanoseconds <= now {
      let isFarBack = lastNanoseconds.map { $0 - stamp > Self.toleranceNanoseconds } ?? false
      if !isFarBack { time = stamp }
    }
    if let lastNanoseconds, time <= lastNanoseconds { return nil }
    lastNanoseconds = time
    return time
  }

  // A stamp's nanoseconds; nil if it is nonsense.
  static func nanoseconds(seconds: Int, microseconds: Int) -> Int64? {
    guard seconds >= 0, (0..<1_000_000).contains(microseconds) else { return nil }
    return Int64(exactly: Int128(seconds) * 1_000_000_000 + Int128(microseconds) * 1000)
  }
}
