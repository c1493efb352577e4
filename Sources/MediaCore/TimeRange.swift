/// A half-open stretch of time: `start` belongs to it, `end` does not. Stands for `CMTimeRange`.
public struct TimeRange: Sendable, Hashable, CustomStringConvertible {
  /// The first instant.
  public var start: MediaTime
  /// The length; never negative in a valid range.
  public var duration: MediaTime

  /// Creates a range from its first instant and its length; ``invalid`` when the length has an epoch of its own.
  ///
  /// Stands for `CMTimeRangeMake`.
  public init(start: MediaTime, duration: MediaTime) {
    let isDuration = !duration.isNumeric || duration.epoch == 0
    self.start = isDuration ? start : .invalid
    self.duration = isDuration ? duration : .invalid
  }

  /// Creates the range from `start` up to, not including, `end`; not valid when `end` comes first.
  ///
  /// Stands for `CMTimeRangeFromTimeToTime`.
  public init(start: MediaTime, end: MediaTime) { self.init(start: start, duration: end - start) }

  /// The empty range at 0.
  public static let zero = TimeRange(start: .zero, duration: .zero)
  /// The invalid range.
  public static let invalid = TimeRange(start: .invalid, duration: .invalid)

  /// A Boolean value that indicates whether both parts are valid and the length is not negative.
  public var isValid: Bool { start.isValid && duration.isValid && duration >= .zero }
  /// A Boolean value that indicates whether the range is valid and holds no instant.
  public var isEmpty: Bool { isValid && duration == .zero }
  /// A Boolean value that indicates whether the range is valid and its place or its length is unknown.
  public var isIndefinite: Bool { isValid && (start.isIndefinite || duration.isIndefinite) }

  /// The first instant past the range, in the epoch of ``start``. Stands for `CMTimeRangeGetEnd`.
  public var end: MediaTime { start + duration }

  /// Tells whether the instant lies in the range and in its epoch. Stands for `CMTimeRangeContainsTime`.
  public func contains(_ time: MediaTime) -> Bool {
    isValid && time.isNumeric && sharesEpoch(with: time) && start <= time && time < end
  }

  /// Tells whether all of `other` lies in the range; an empty one does when its start lies in or at the end of it.
  ///
  /// Stands for `CMTimeRangeContainsTimeRange`.
  public func contains(_ other: TimeRange) -> Bool {
    isValid && other.isValid && sharesEpoch(with: other.start) && start <= other.start && other.end <= end
  }

  /// Returns the largest range that both have in common; ``zero`` when there is none, ``invalid`` when one is not
  /// valid.
  ///
  /// Stands for `CMTimeRangeGetIntersection`.
  public func intersection(_ other: TimeRange) -> TimeRange {
    guard isValid, other.isValid else { return .invalid }
    guard sharesEpoch(with: other.start) else { return .zero }
    let (first, last) = (max(start, other.start), min(end, other.end))
    return first < last ? TimeRange(start: first, end: last) : .zero
  }

  /// Returns the smallest range that holds every instant of both, the gap between them included.
  ///
  /// An empty range holds no instant, so the union with one is the other. Ranges of different epochs and ranges
  /// that are not valid give ``invalid``. Stands for `CMTimeRangeGetUnion`.
  public func union(_ other: TimeRange) -> TimeRange {
    guard isValid, other.isValid else { return .invalid }
    if isEmpty { return other }
    if other.isEmpty { return self }
    guard sharesEpoch(with: other.start) else { return .invalid }
    return TimeRange(start: min(start, other.start), end: max(end, other.end))
  }

  /// Returns the instant of the range nearest to `time`, ``end`` included; ``invalid`` for an empty range or an invalid
  /// time.
  ///
  /// Stands for `CMTimeClampToRange`.
  public func clamp(_ time: MediaTime) -> MediaTime {
    guard isValid, !isEmpty, time.isValid else { return .invalid }
    return min(max(time, start), end)
  }

  /// A text for people: start, end and length.
  public var description: String { isValid ? "\(start) ..< \(end) for \(duration)" : "invalid range" }

  private func sharesEpoch(with time: MediaTime) -> Bool {
    !start.isNumeric || !time.isNumeric || start.epoch == time.epoch
  }
}
