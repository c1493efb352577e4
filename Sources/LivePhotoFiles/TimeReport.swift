public import MediaCore

/// An instant or duration as reports give it: exact, and in seconds.
public struct TimeReport: Sendable, Hashable, Encodable {
  /// The numerator, in units of `1 / timescale` seconds.
  public let value: Int64
  /// Units per second.
  public let timescale: Int32
  /// The same in seconds.
  public let seconds: Double

  /// A time's report; `nil` for what is not a number.
  public init?(_ time: MediaTime) {
    guard time.isNumeric else { return nil }
    value = time.value
    timescale = time.timescale
    seconds = time.seconds
  }
}
