public import MediaCore

extension MediaTime {
  /// A number of milliseconds.
  public static func milliseconds(_ count: Int64) -> MediaTime { MediaTime(nanoseconds: count * 1_000_000) }
}
