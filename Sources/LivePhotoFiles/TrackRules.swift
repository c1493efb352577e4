import ISOBoxes
import MovieCoding

/// Checks whether players show and sound what the tracks of a movie hold, and when.
struct TrackRules {
  let file: MovieFile

  var results: [RuleResult] { RuleResult.list([.tracksPlay: tracksPlay, .times: times]) }

  /// The worst of some outcomes, of which the first that fails counts.
  private static func worst(_ outcomes: [RuleResult.Outcome], else text: String) -> RuleResult.Outcome {
    outcomes.first { $0.status == .failure } ?? outcomes.first ?? (.pass, text)
  }

  /// Those that a player plays.
  private var played: [MovieTrack] { file.tracks.filter { $0.isEnabled && ["vide", "soun"].contains($0.handler) } }

  private var tracksPlay: RuleResult.Outcome {
    let strangers = file.tracks.compactMap { track in
      track.unknownHandler.map { (RuleResult.Status.failure, "track \(track.id): \($0)") }
    }
    let problems = played.flatMap { track in
      (hidden(track).map { [$0] } ?? [])
        + track.presentationProblems.map { ($0.status, "track \(track.id): \($0.found)") }
    }
    return Self.worst(strangers + problems, else: "\(played.count.named("track")) of pictures and sound")
  }

  /// What is said of a track that shows nothing of what it holds.
  private func hidden(_ track: MovieTrack) -> RuleResult.Outcome? {
    guard !file.isFragmented, track.sampleCount > 1 else { return nil }
    let clock = TrackClock(track, movieScale: file.timescale)
    guard let samples = clock.samples, samples > 0, clock.shown < min(0.01, samples / 2) else { return nil }
    let what = track.handler == "vide" ? "no picture is shown" : "no sound is heard"
    return (.failure, "track \(track.id): \(what), as its edits leave all of it out")
  }

  private var times: RuleResult.Outcome {
    guard !file.isFragmented else { return (.pass, "fragments") }
    let clocks = file.tracks.map { TrackClock($0, movieScale: file.timescale) }
    var problems = clocks.compactMap(\.problem)
    for track in file.pictureTracks where VisualSampleEntry.isReordering(track.codec) {
      if let problem = DisplayTimes(track: track).problem { problems.append(problem) }
    }
    for track in file.tracks where track.isEnabled {
      if let problem = track.plainSoundProblem { problems.append((.failure, "track \(track.id): \(problem)")) }
    }
    let (longest, length) = (clocks.map(\.header).max() ?? 0, Double(file.duration) / Double(file.timescale))
    if TrackClock.contradict(longest, length) {
      problems.append(
        (
          .warning,
          "the movie's header says \(FileReport.seconds(length)), and its longest track has \(FileReport.seconds(longest))"
        ))
    }
    return Self.worst(problems, else: "those of the movie, its tracks and its samples agree")
  }
}

extension VisualSampleEntry {
  /// Whether pictures may be shown in another order than they are decoded in.
  fileprivate static func isReordering(_ codec: FourCC?) -> Bool { ["avc1", "avc3", "hvc1", "hev1"].contains(codec) }
}

extension MovieTrack {
  /// Why no player knows what to do with the track, although its samples are pictures or sound.
  fileprivate var unknownHandler: String? {
    let isSound = sampleEntry is SoundSampleEntry
    // Depth and the like are pictures that are not shown, and `pict` are covers.
    let known: [FourCC] = isSound ? ["soun"] : ["vide", "auxv", "pict"]
    guard isSound || sampleEntry is VisualSampleEntry, !known.contains(handler) else { return nil }
    return "it holds \(isSound ? "sound" : "pictures"), and its handler is '\(handler)', so that nothing plays it"
  }

  /// What of its header and its description players cannot go by.
  fileprivate var presentationProblems: [RuleResult.Outcome] {
    switch handler {
    case "vide":
      if size.width == 0 || size.height == 0 { return [(.failure, "its header has no size, so that nothing is seen")] }
      let part = matrix.elements
      if [0, 1, 3, 4].allSatisfy({ part[$0] == 0 }) { return [(.failure, "its matrix shrinks it to nothing")] }
      if exifOrientation == nil, part[1] != 0 && part[0] != 0 || part[3] != 0 && part[4] != 0 {
        return [(.warning, "its matrix slants the pictures, or turns them by no quarter")]
      }
      guard let entry = sampleEntry as? VisualSampleEntry, entry.width > 0, entry.height > 0 else { return [] }
      let ratios = [size.width / Double(entry.width), size.height / Double(entry.height)]
      guard ratios.allSatisfy({ (0.125...8).contains($0) }) else {
        return [(.warning, "its header has \(Int(size.width)) × \(Int(size.height)), and its pictures another size")]
      }
      return []
    case "soun":
      if let problem = (sampleEntry as? SoundSampleEntry)?.problem { return [problem] }
      return volume == 0 ? [(.warning, "its header has a volume of 0, so that it is not heard")] : []
    default: return []
    }
  }

  /// What speed plain sound would be played at, if that is not its own: each of its samples is a frame.
  fileprivate var plainSoundProblem: String? {
    guard handler == "soun", let entry = sampleEntry as? SoundSampleEntry, entry.isPlain, entry.rate > 0,
      let runs = sampleTable.first(TimeToSampleBox.self)?.entries, !runs.isEmpty, runs.allSatisfy({ $0.value == 1 })
    else { return nil }
    let (played, own) = (Double(sampleCount) / Double(timescale), Double(sampleCount) / entry.rate)
    guard TrackClock.contradict(played, own) else { return nil }
    return "its sound has \(FileReport.seconds(own)) at its own rate, and is played in \(FileReport.seconds(played))"
  }
}

extension SoundSampleEntry {
  /// Whether it is plain samples.
  fileprivate var isPlain: Bool { ["lpcm", "sowt", "twos"].contains(type) }

  /// Frames in a second.
  fileprivate var rate: Double { version == 2 ? linear.sampleRate : sampleRate.unsignedValue }

  /// What of its numbers makes no sense.
  fileprivate var problem: RuleResult.Outcome? {
    let channels = version == 2 ? Int(linear.channelCount) : Int(channelCount)
    let bits = version == 2 ? Int(linear.bitsPerSample) : Int(sampleSize)
    let text =
      "its sound has \(channels.named("channel")) of \(bits.named("bit")) at \(FileReport.decimal(rate, places: 0)) Hz"
    // Of compressed sound the decoder's own configuration counts, and these numbers are often those of a template.
    let isSense = (1...768_000).contains(rate) && (1...64).contains(channels) && (!isPlain || (1...64).contains(bits))
    guard isSense else { return (isPlain ? .failure : .warning, "\(text), which cannot be") }
    if version == 2, channelCount != 3 || sampleSize != 16 || compressionID != -2 || sampleRate != Fixed16(1) {
      return (.warning, "the numbers of its sound description that are the same in every file are others")
    }
    return nil
  }
}
