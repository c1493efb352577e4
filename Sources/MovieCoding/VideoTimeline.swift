import MediaCore

/// A timeline that tells which pictures are written, and when each is shown.
///
/// Ticks are 1/600 s, as phones have them, for the movie and for its pictures alike: rounding moves a picture by
/// 0.83 ms at the most, all common frame rates are exact, and the still's place on the movie's timeline is that of
/// a picture to the tick, which two different timescales could not promise, unless it is the first. Tick 0 is the first
/// picture shown.
struct VideoTimeline {
  static let timescale: Int32 = 600

  /// The samples that are written, of those given.
  let written: Range<Int>
  /// The tick of each written sample; negative before the first that is shown.
  let ticks: [Ticks]
  /// The end of the last picture.
  let durationTicks: Ticks
  /// The session's time of tick 0.
  let origin: MediaTime
  let stillTick: Ticks

  /// The time in the track's media at which the movie begins.
  var mediaStart: Ticks { -ticks[0] }

  var durations: [UInt32] {
    ticks.indices.map { UInt32(clamping: ($0 + 1 < ticks.count ? ticks[$0 + 1] : durationTicks) - ticks[$0]) }
  }

  init(_ movie: LivePhotoMovie) throws(MovieError) {
    let samples = movie.video.samples
    try Self.check(samples)
    guard let first = samples.firstIndex(where: { movie.window.contains($0.time) }),
      let last = samples.lastIndex(where: { movie.window.contains($0.time) })
    else {
      throw MovieError(
        .noFrames, context: "video", message: "None of the \(samples.count) pictures lies in the movie's window.")
    }
    guard let sync = samples[...first].lastIndex(where: \.isSync) else {
      throw MovieError(
        .noSyncSample, context: "video sample \(first)",
        message: "Nothing before the first visible picture can be decoded by itself. "
          + "Give the samples from the sync sample before the window on.")
    }
    let interval = movie.video.nominalInterval
    guard interval.isNumeric, interval > .zero, interval <= MediaTime(value: 3600, timescale: 1) else {
      throw MovieError(
        .invalidParameter, context: "video", message: "A nominal interval of \(interval) between pictures cannot be.")
    }
    written = sync..<last + 1
    let leadingCount = first - sync
    origin = samples[first].time
    ticks = try Self.ticks(samples[sync...last].map(\.time), leadingCount: leadingCount)
    let lastTick = ticks[ticks.count - 1]
    durationTicks = lastTick + max(1, interval.converted(toTimescale: Self.timescale).value)
    stillTick = try Self.stillTick(
      movie, times: samples[first...last].map(\.time), ticks: ticks[leadingCount...],
      durationTicks: durationTicks)
  }

  private static func check(_ samples: [EncodedVideoSample]) throws(MovieError) {
    for (index, sample) in samples.enumerated() {
      let follows = index == 0 || samples[index - 1].time < sample.time
      guard sample.time.isNumeric, sample.time.epoch == samples[0].time.epoch, follows else {
        throw MovieError(
          .timesNotIncreasing, context: "video sample \(index)",
          message: "Its time is \(sample.time); each picture has to be later than the one before.")
      }
    }
  }

  /// Rounds times to ticks counted from the first visible picture. Those that fall on one tick are moved apart, so
  /// that each picture lasts at least one; the leading ones away from the visible ones, whose ticks so do not depend
  /// on them.
  private static func ticks(_ times: [MediaTime], leadingCount: Int) throws(MovieError) -> [Ticks] {
    let origin = times[leadingCount]
    var ticks: [Ticks] = []
    for time in times {
      let tick = (time - origin).converted(toTimescale: timescale)
      guard tick.isNumeric, abs(tick.value) <= Int64(Int32.max) / 2 else {
        throw MovieError(
          .invalidParameter, context: "video", message: "The pictures lie \(time - origin) apart, too far for a movie.")
      }
      ticks.append(tick.value)
    }
    for index in (0..<leadingCount).reversed() { ticks[index] = min(ticks[index], ticks[index + 1] - 1) }
    for index in ticks.indices.dropFirst(leadingCount + 1) { ticks[index] = max(ticks[index], ticks[index - 1] + 1) }
    return ticks
  }

  /// The tick of the visible picture nearest to the still.
  ///
  /// A still at 0 makes Photos fix the key frame at the movie's beginning and some devices show black, so a still
  /// from the very first picture is put a little later, while that picture is shown.
  private static func stillTick(
    _ movie: LivePhotoMovie, times: [MediaTime], ticks: ArraySlice<Ticks>, durationTicks: Ticks
  ) throws(MovieError) -> Ticks {
    let still = movie.stillTime
    guard still.isNumeric, still >= movie.window.start, still <= movie.window.end else {
      throw MovieError(
        .stillOutsideWindow, context: "still", message: "Its instant \(still) is not in the movie's window.")
    }
    let nearest = times.indices.min { (times[$0] - still).magnitude < (times[$1] - still).magnitude } ?? 0
    if nearest > 0 { return ticks[ticks.startIndex + nearest] }
    let shown = times.count > 1 ? ticks[ticks.startIndex + 1] : durationTicks
    // 10 ms, and nearer to this picture than to the next.
    return max(1, min(Int64(timescale) / 100, shown / 3))
  }
}
