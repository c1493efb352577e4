import MediaCore

/// Chooses presets by what encoding has cost so far. A plain value; it knows no clock.
///
/// What a preset costs is measured where it was used. Others are reckoned from the one used last, by the ratios of
/// ``EncodingWork``; before anything was measured the machine counts as half as fast as that of the figures. The choice
/// keeps a margin and does not flicker: lighter as soon as one is too slow, heavier by one step after many pictures
/// with much room, twice as many each time that turns out wrong.
struct PaceMeter {
  typealias Preset = MovieEncoderSettings.Preset

  /// Movies that cost alike: of one camera, or of several of the same kind.
  struct Stream: Hashable {
    let work: EncodingWork
    let dimensions: ResolvedPhotoSettings.Dimensions
  }

  /// The demand that encoding has to keep up with.
  struct Demand {
    let frameInterval: MediaTime
    /// The part of the time that encoding may take for movies to be complete in time, above 0 and at most 1.
    let limit: Double
    /// Cameras that may be encoded at once.
    let cameraCount: Int
    let threads: Int
  }

  /// The most of the available time that a preset chosen anew, or in place of one too slow, may be expected to take.
  static let comfortable = 0.8
  static let tooMuch = 0.95
  static let roomy = 0.65
  /// Pictures that have to be measured before a preset gets heavier.
  static let calmPictures = 60
  /// The factor by which a machine is taken to be slower than that of the figures while nothing is known about it.
  static let unknownSlowness = 2.0
  static let mostDoublings = 5
  /// Heavier ones save few bytes more, and take the machine's time from others.
  static func best(of codec: VideoCodec) -> Preset { codec == .h264 ? .medium : .veryfast }

  private struct Record {
    /// The factor by which encoding was slower than by the figures, for each preset.
    var slowness: [Preset: Double] = [:]
    var latest: Preset?
    /// The factor by which encoding is slower than by the figures, as measured last; `nil` before the first
    /// measurement.
    var latestSlowness: Double? { latest.flatMap { slowness[$0] } }
    var chosen: Preset?
    var pictures = 0
    /// The number of times that a preset was too slow: each time, more pictures have to be calm before a heavier one is
    /// tried again.
    var falls = 0
    var isCalibrated = false
  }

  private let cores: Int
  private var records: [Stream: Record] = [:]

  init(cores: Int) { self.cores = max(1, cores) }

  /// Returns the preset for the stretch that begins, with news if it is the stream's first or differs from its last.
  mutating func choose(_ stream: Stream, _ demand: Demand) -> (preset: Preset, news: EncodingChoice?) {
    let record = records[stream] ?? Record()
    let (preset, reason) = preset(for: stream, demand, record)
    guard preset != record.chosen else { return (preset, nil) }
    records[stream, default: Record()].chosen = preset
    records[stream]?.pictures = 0
    if reason == .fellBehind { records[stream]?.falls += 1 }
    let load = load(of: preset, stream, demand)
    return (
      preset,
      EncodingChoice(
        codec: stream.work.codec, preset: preset, dimensions: stream.dimensions,
        pace: 1 / max(load * demand.limit, 0.001), neededPace: 1 / demand.limit, cameraCount: demand.cameraCount,
        reason: reason)
    )
  }

  /// Notes that pictures took `time` all together, while so many encoders of so many threads each were at work.
  mutating func note(
    _ stream: Stream, _ preset: Preset, pictures: Int, time: MediaTime, threads: Int, encoders: Int
  ) {
    guard pictures > 0, time >= .zero else { return }
    let work = time.seconds / Double(pictures) * share(threads: threads, encoders: encoders)
    let measured = work / max(stream.work.seconds(preset), 1e-9)
    var record = records[stream] ?? Record()
    // What has got slower counts at once; what has got faster only by half, for it may be slow again.
    record.slowness[preset] =
      if let known = record.slowness[preset], measured < known { (known + measured) / 2 } else { measured }
    record.latest = preset
    // Other presets may have been measured while something else kept the machine busy: that fades.
    for (other, known) in record.slowness where other != preset && known > measured {
      record.slowness[other] = (known + measured) / 2
    }
    if preset == record.chosen { record.pictures += pictures }
    records[stream] = record
  }

  /// Notes that pictures were tried, by one encoder alone; the median of them took `time`.
  mutating func noteTrial(_ stream: Stream, _ preset: Preset, time: MediaTime, threads: Int) {
    guard records[stream]?.slowness.isEmpty ?? true else { return }
    note(stream, preset, pictures: 1, time: time, threads: threads, encoders: 1)
    records[stream]?.isCalibrated = true
    // What was guessed counts no more.
    records[stream]?.chosen = nil
  }

  func isUnknown(_ stream: Stream) -> Bool { records[stream]?.slowness.isEmpty ?? true }

  private func preset(for stream: Stream, _ demand: Demand, _ record: Record) -> (Preset, EncodingChoice.Reason) {
    guard let current = record.chosen else {
      return (
        heaviest(upTo: Self.best(of: stream.work.codec), taking: Self.comfortable, stream, demand),
        record.isCalibrated ? .isCalibrated : .isGuessed
      )
    }
    if load(of: current, stream, demand) > Self.tooMuch {
      return (heaviest(upTo: current.lighter, taking: Self.comfortable, stream, demand), .fellBehind)
    }
    let next = current.heavier
    let calmPictures = Self.calmPictures << min(record.falls, Self.mostDoublings)
    if record.pictures >= calmPictures, current.place < Self.best(of: stream.work.codec).place,
      load(of: next, stream, demand) <= Self.roomy
    {
      return (next, .hasRoom)
    }
    return (current, .hasRoom)
  }

  private func heaviest(upTo most: Preset, taking part: Double, _ stream: Stream, _ demand: Demand) -> Preset {
    Preset.allCases.last { $0.place <= most.place && load(of: $0, stream, demand) <= part } ?? .ultrafast
  }

  /// Returns the expected time for a picture relative to the time that it may take; above 1 movies are late.
  private func load(of preset: Preset, _ stream: Stream, _ demand: Demand) -> Double {
    let seconds =
      stream.work.seconds(preset) * slowness(of: preset, stream)
      / share(threads: demand.threads, encoders: demand.cameraCount)
    return seconds / max(demand.frameInterval.seconds * demand.limit, 1e-6)
  }

  /// No less than the machine showed last, and than it was with this preset; of a stream that is new, than with others.
  private func slowness(of preset: Preset, _ stream: Stream) -> Double {
    guard let record = records[stream], let latest = record.latestSlowness else {
      return records.values.compactMap(\.latestSlowness).max() ?? Self.unknownSlowness
    }
    return preset == record.latest ? latest : max(latest, record.slowness[preset] ?? 0)
  }

  /// Returns the number of cores for each encoder when several share them.
  private func share(threads: Int, encoders: Int) -> Double {
    min(Double(max(1, threads)), Double(cores) / Double(max(1, encoders)))
  }
}

extension MovieEncoderSettings.Preset {
  /// The preset's index, counted from the lightest.
  var place: Int { Self.allCases.firstIndex(of: self) ?? 0 }
  fileprivate var lighter: Self { Self.allCases[max(0, place - 1)] }
  fileprivate var heavier: Self { Self.allCases[min(Self.allCases.count - 1, place + 1)] }
}
