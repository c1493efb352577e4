import MediaCore

extension MediaTime {
  static func milliseconds(_ count: Int64) -> MediaTime { MediaTime(nanoseconds: count * 1_000_000) }
}
