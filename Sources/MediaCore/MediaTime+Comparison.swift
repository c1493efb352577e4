extension MediaTime: Comparable, Hashable, CustomStringConvertible {
  /// Returns −1, 0 or 1 as this is less than, equal to or greater than `other`. A total order: −∞ < numbers <
  /// indefinite < +∞ < invalid; among numbers a higher epoch is later.
  ///
  /// Stands for `CMTimeCompare`.
  public func compared(to other: MediaTime) -> Int32 {
    if isPlain(beside: other) { return value == other.value ? 0 : (value < other.value ? -1 : 1) }
    let (kind, otherKind) = (kind, other.kind)
    guard kind == otherKind else { return kind < otherKind ? -1 : 1 }
    guard kind == .number else { return 0 }
    if epoch != other.epoch { return epoch < other.epoch ? -1 : 1 }
    let left = value.multipliedFullWidth(by: Int64(other.timescale))
    let right = other.value.multipliedFullWidth(by: Int64(timescale))
    return left == right ? 0 : (left < right ? -1 : 1)
  }

  /// Equality by meaning: 1/2 equals 300/600, and all invalid times are equal.
  public static func == (left: MediaTime, right: MediaTime) -> Bool { left.compared(to: right) == 0 }
  /// Returns whether a time is earlier than another by ``compared(to:)``.
  public static func < (left: MediaTime, right: MediaTime) -> Bool { left.compared(to: right) < 0 }

  /// Hashes the reduced fraction, so that equal times hash alike.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    guard isNumeric else { return }
    let divisor = Self.greatestCommonDivisor(UInt128(value.magnitude), UInt128(timescale.magnitude))
    // The divisor is at most the timescale, which has 31 bits.
    let reduction = Int64(divisor)
    hasher.combine(value / reduction)
    hasher.combine(Int64(timescale) / reduction)
    hasher.combine(epoch)
  }

  /// Seconds for people: `1.5 s (900/600)`, or the name of a special value.
  public var description: String {
    switch kind {
    case .negativeInfinity: "−∞"
    case .number: "\(seconds) s (\(value)/\(timescale))" + (epoch == 0 ? "" : " in epoch \(epoch)")
    case .indefinite: "indefinite"
    case .positiveInfinity: "+∞"
    case .invalid: "invalid"
    }
  }
}
