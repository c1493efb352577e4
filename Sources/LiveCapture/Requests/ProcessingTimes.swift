import MediaCore

/// The times that stills have taken to be made, by the work that they needed.
struct ProcessingTimes {
  private struct Kind: Hashable {
    let format: PhotoFormat?
    let isRaw: Bool
    let isStacked: Bool
    let isDeferred: Bool
  }

  private var ranges: [Kind: TimeRange] = [:]

  /// A still of a capture was ready so long after its frame was chosen.
  mutating func note(_ time: MediaTime, of settings: PhotoSettings, isDeferred: Bool) {
    guard time.isNumeric, time >= .zero else { return }
    let kind = Self.kind(settings, isDeferred)
    let range = ranges[kind] ?? TimeRange(start: time, end: time)
    ranges[kind] = TimeRange(start: min(range.start, time), end: max(range.end, time))
  }

  /// The least and the most that such stills have taken; empty at zero while there was none.
  func range(for settings: PhotoSettings, isDeferred: Bool) -> TimeRange {
    ranges[Self.kind(settings, isDeferred)] ?? .zero
  }
  private static func kind(_ settings: PhotoSettings, _ isDeferred: Bool) -> Kind {
    Kind(
      format: settings.format.map { PhotoFormat(codec: $0.codec, pixelFormat: $0.pixelFormat) },
      isRaw: settings.rawPixelFormat != nil, isStacked: settings.photoQualityPrioritization == .quality,
      isDeferred: isDeferred)
  }
}
