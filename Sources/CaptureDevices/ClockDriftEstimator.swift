public import MediaCore

/// Maps positions of a device's sample clock to session time, from readings of both.
///
/// A reading may be late, because drivers look at the clock some time after the sample it belongs to, but it is
/// hardly ever early. So the mapping is the line that lies beneath the readings of the last minute and as close
/// to them as such a line can: late readings don't move it. Readings that agree with the nominal rate to within
/// a microsecond are taken at their word; then the rate is exactly nominal and times are exact.
///
/// A rate is learned in about 1.5 s; drift of up to ±4 % is followed. A reading costs bounded work and no memory.
public struct ClockDriftEstimator: Sendable {
  /// The device's nominal rate in frames a second.
  public let nominalRate: Int
  /// The number of readings that have been added, those that were set aside as strays included.
  public private(set) var readingCount = 0

  /// The first reading. All else is kept relative to it, in whole numbers if possible: hours of uptime cost no
  /// precision.
  private var origin: AudioClockReading?
  private var newestPosition = Int64.min
  private var envelope: LowerEnvelope
  private var strays = StrayDetector()

  /// Creates an estimator that knows no readings yet. `nominalRate` is in frames a second, above zero.
  public init(nominalRate: Int) {
    precondition(nominalRate > 0, "a sample clock without a rate")
    self.nominalRate = nominalRate
    envelope = LowerEnvelope(unitsPerSecond: Double(nominalRate))
  }

  /// Takes a reading into account. Positions must not go back; a reading that does is ignored.
  ///
  /// A lasting jump against the line, as after a loss whose length was mistaken, is noticed after a few early
  /// readings or three seconds of late ones, and treated as ``noteDiscontinuity()`` would have.
  public mutating func add(_ reading: AudioClockReading) {
    guard reading.time.isNumeric, reading.position >= newestPosition else { return }
    let first = origin ?? reading
    origin = first
    newestPosition = reading.position
    readingCount += 1
    let x = Self.double(Int128(reading.position) - Int128(first.position))
    let y = lateness(of: reading, against: first)
    if !envelope.isEmpty {
      let (excess, seconds) = (y - envelope.value(at: x), x / Double(nominalRate))
      switch strays.judge(excessNanoseconds: excess, atSeconds: seconds, isSettled: envelope.isSettled) {
      case .keep: break
      case .ignore: return
      case .restart: envelope.restart()
      }
    }
    envelope.add(x: x, y: y)
  }

  /// Notes that the relation of positions to time may have jumped, because sound was lost and replaced with filler.
  ///
  /// The rate learned so far is kept; the offset is learned again from the next reading on.
  public mutating func noteDiscontinuity() {
    envelope.restart()
    strays.reset()
  }

  /// Returns the instant at which the frame before `position` was complete and the one at `position` began.
  ///
  /// In nanoseconds; ``/MediaCore/MediaTime/invalid`` before the first reading. Between two readings a later position
  /// never has an earlier time. Meant for positions near the newest reading: the past is not remembered beyond a
  /// minute, nor beyond a discontinuity.
  public func time(ofPosition position: Int64) -> MediaTime {
    guard let origin else { return .invalid }
    let frames = Int128(position) - Int128(origin.position)
    let nominal = MediaTime.divide(frames * 1_000_000_000, by: Int128(nominalRate)).quotient
    let correction = envelope.value(at: Self.double(frames)).rounded()
    let total = Int128(origin.time.nanoseconds) + nominal + (Int64(exactly: correction).map { Int128($0) } ?? 0)
    return MediaTime(nanoseconds: Int64(clamping: total))
  }

  /// Returns the position that the device's clock had reached at an instant, fractions of a frame included.
  ///
  /// The inverse of ``time(ofPosition:)``. NaN before the first reading and for instants that are not numbers.
  public func position(at time: MediaTime) -> Double {
    guard let origin, time.isNumeric else { return .nan }
    let base = newestPosition
    let nanoseconds = Int128(time.nanoseconds) - Int128(self.time(ofPosition: base).nanoseconds)
    let frames = Double(nanoseconds) * Double(nominalRate) / (1_000_000_000 * (1 + relativeSlowness))
    return Double(origin.position) + Double(Int128(base) - Int128(origin.position)) + frames
  }

  /// The number of frames in a second of session time; ``nominalRate`` until readings show another rate.
  public var rate: Double { Double(nominalRate) / (1 + relativeSlowness) }

  /// The excess of the device's clock over its nominal pace, in millionths; negative when it runs slow.
  public var partsPerMillion: Double { -relativeSlowness / (1 + relativeSlowness) * 1_000_000 }

  /// The largest error of the mapping: how far the earliest reading of any second lies from the fitted line. A delay
  /// that all readings have in common cannot be detected, and is not included.
  public var uncertainty: MediaTime { MediaTime(nanoseconds: Int64(exactly: envelope.spread.rounded()) ?? 0) }

  /// The excess of the time that the device takes for a frame over the nominal one, as a fraction.
  private var relativeSlowness: Double { envelope.slope * Double(nominalRate) / 1_000_000_000 }

  /// Nanoseconds by which `reading` comes later than the nominal rate since `origin` would have it.
  private func lateness(of reading: AudioClockReading, against origin: AudioClockReading) -> Double {
    let elapsed = Int128(reading.time.nanoseconds) - Int128(origin.time.nanoseconds)
    let frames = Int128(reading.position) - Int128(origin.position)
    let (whole, rest) = (elapsed * Int128(nominalRate) - frames * 1_000_000_000)
      .quotientAndRemainder(dividingBy: Int128(nominalRate))
    return Self.double(whole) + Self.double(rest) / Double(nominalRate)
  }

  /// Converts fast where the number is narrow: the library converts wide integers digit by digit.
  private static func double(_ number: Int128) -> Double {
    let narrow = Int64(truncatingIfNeeded: number)
    return Int128(narrow) == number ? Double(narrow) : Double(number)
  }
}
