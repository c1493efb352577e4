import ISOBoxes
import MovieCoding

/// The durations of a track according to each of its boxes, in seconds.
struct TrackClock {
  /// Half a second is what real files differ by, and of long ones a tenth.
  static func contradict(_ one: Double, _ other: Double) -> Bool {
    abs(one - other) > max(0.5, 0.1 * max(one, other))
  }

  let track: MovieTrack
  /// The duration by `tkhd`, on the movie's timeline.
  let header: Double
  /// The duration by `mdhd`.
  let media: Double
  /// The duration by the sum of `stts`; `nil` without one.
  let samples: Double?
  /// The duration by the edits' sum, on the movie's timeline; `nil` without edits of a length.
  let edits: Double?
  /// Up to where in the media the edits go; `nil` where they do not say.
  let reach: Double?
  /// The duration of the samples that the edits show.
  let shown: Double

  init(_ track: MovieTrack, movieScale: UInt32) {
    self.track = track
    let (movieScale, scale) = (Double(movieScale), Double(track.timescale))
    header = Double(track.duration) / movieScale
    media = Double(track.mediaDuration) / scale
    let times = track.sampleTable.first(TimeToSampleBox.self)?.entries
    let sum = times.map { $0.reduce(0.0) { $0 + Double($1.count) * Double($1.value) } / scale }
    samples = sum
    let list = track.edits
    let isOpen = list.last.map { $0.segmentDuration == 0 && $0.mediaTime >= 0 } ?? true
    edits = isOpen ? nil : list.reduce(0.0) { $0 + Double($1.segmentDuration) / movieScale }
    var (shown, reach) = (0.0, 0.0)
    let end = sum ?? media
    for (index, edit) in list.enumerated() where edit.mediaTime >= 0 {
      let start = Double(edit.mediaTime) / scale
      // A picture that stands still is seen; sound that does is not heard.
      if edit.rate.rawValue == 0 {
        if track.handler == "vide", start < end { shown += Double(edit.segmentDuration) / movieScale }
        continue
      }
      let length = Double(edit.segmentDuration) / movieScale * max(edit.rate.value, 0)
      let until = edit.segmentDuration == 0 && index == list.count - 1 ? end : start + length
      shown += max(0, min(until, end) - start)
      reach = max(reach, until)
    }
    self.shown = list.isEmpty ? end : shown
    self.reach = isOpen ? nil : reach
  }

  /// Returns the problem of a movie all of whose tracks are shown for just half, a third or a quarter of what they
  /// last, whatever that is: its header counts in other units than its tracks. An edit that trims a movie gives all
  /// tracks one length, and a movie whose header counts two, three or four times as fast as its pictures do was not
  /// trimmed to that very part of them by chance.
  static func scaleProblem(_ clocks: [TrackClock], movieScale: UInt32) -> RuleResult.Outcome? {
    let unit = 1.5 / Double(movieScale)
    let whole = clocks.filter { $0.edits != nil && $0.media > 0.2 && $0.track.sampleCount > 1 }
    guard let longest = whole.map(\.media).max(), let shortest = whole.map(\.media).min() else { return nil }
    let pictures = whole.first { $0.track.handler == "vide" }?.track
    let isFromStart = whole.allSatisfy { $0.track.edits.count == 1 && $0.track.edits[0].mediaTime == 0 }
    for factor in [2.0, 3, 4] where whole.allSatisfy({ abs(($0.edits ?? 0) - $0.media / factor) < unit }) {
      let isFaster = pictures.map { Double($0.timescale) * factor == Double(movieScale) } ?? false
      guard longest - shortest > 2 * unit || isFaster && isFromStart && whole.count > 1 else { continue }
      return (
        .warning,
        "all tracks are shown for a \(factor == 2 ? "half" : "part") of what each lasts: the movie's header may "
          + "have a wrong timescale"
      )
    }
    return nil
  }

  /// Returns the problem of a movie whose pictures last two, three or four times as long as its sound, or the other
  /// way round, as a wrong timescale (`mdhd`) makes them; `nil` if there is none. Cameras record both for one time,
  /// whatever part of it the edits show; a cut that copies keeps what comes before its beginning.
  static func lengthProblem(_ clocks: [TrackClock]) -> RuleResult.Outcome? {
    func longest(_ handler: FourCC) -> (track: MovieTrack, seconds: Double)? {
      clocks.filter { $0.track.isEnabled && $0.track.handler == handler && $0.track.sampleCount > 1 }
        .compactMap { clock in clock.samples.map { (clock.track, $0) } }.max { $0.1 < $1.1 }
    }
    guard let pictures = longest("vide"), let sound = longest("soun"), min(pictures.seconds, sound.seconds) > 0,
      case (let long, let short) = pictures.seconds > sound.seconds ? (pictures, sound) : (sound, pictures),
      case let ratio = long.seconds / short.seconds,
      ratio.rounded() >= 2, ratio < 4.2, abs(ratio / ratio.rounded() - 1) < 0.06,
      contradict(short.seconds, long.seconds)
    else { return nil }
    let start = long.track.edits.first { $0.mediaTime >= 0 }.map { Double($0.mediaTime) / Double(long.track.timescale) }
    guard start ?? 0 < 0.4 * (long.seconds - short.seconds) else { return nil }
    return (
      .warning,
      "its pictures last \(FileReport.seconds(pictures.seconds)) (track \(pictures.track.id)), and its sound "
        + "\(FileReport.seconds(sound.seconds)) (track \(sound.track.id)): the timescale (mdhd) of one may be wrong"
    )
  }

  /// Indicates whether an edit plays the track at another speed than its own.
  private var isPaced: Bool { track.edits.contains { $0.mediaTime >= 0 && ![0, 65_536].contains($0.rate.rawValue) } }

  /// The contradiction among the track's times, and whether players show it wrongly; `nil` if there is none.
  var problem: RuleResult.Outcome? {
    func told(_ status: RuleResult.Status, _ text: String) -> RuleResult.Outcome {
      (status, "track \(track.id): \(text)")
    }
    func seconds(_ value: Double) -> String { FileReport.seconds(value) }
    // Single pictures and texts are often given no length.
    guard let samples, track.sampleCount > 1 || samples > 0 || track.codec == "mebx" else { return nil }
    let span = reach ?? header
    if Self.contradict(samples, media) {
      let text = "its samples come to \(seconds(samples)), and its media header says \(seconds(media))"
      let isShown = track.isEnabled && ["vide", "soun"].contains(track.handler)
      let areSamplesWrong = Self.contradict(samples, span) && !Self.contradict(media, span)
      return told(isShown && areSamplesWrong ? .failure : .warning, text)
    }
    if let reach, reach > samples, Self.contradict(reach, samples) {
      return told(
        isPaced ? .failure : .warning,
        "its edits go to \(seconds(reach))\(isPaced ? " at another speed" : ""), and its samples end at \(seconds(samples))"
      )
    }
    if let reach, track.handler == "vide", reach - samples > max(0.25, 0.06 * reach) {
      return told(
        .warning,
        "its edits go to \(seconds(reach)), and its pictures end at \(seconds(samples)): its timescale (mdhd) may be a "
          + "wrong one"
      )
    }
    if Self.contradict(header, edits ?? samples), edits != nil || track.edits.isEmpty {
      let other = edits.map { "its edits come to \(seconds($0))" } ?? "its samples come to \(seconds(samples))"
      return told(.warning, "\(other), and its header says \(seconds(header))")
    }
    return nil
  }
}
