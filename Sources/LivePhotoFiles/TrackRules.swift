import ByteCoding
import ISOBoxes
import MediaCore
import MovieCoding
import VideoCoding

/// Checks whether players show and sound what the tracks of a movie hold, and when.
struct TrackRules {
  let file: MovieFile
  let source: any ByteSource

  var results: [RuleResult] { RuleResult.list([.tracksPlay: tracksPlay, .times: times]) }

  /// The least part of a track that a trimmed movie shows.
  private static let leastShown = 0.15

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
    let sounds = played.compactMap { track in
      PlainSoundCheck(track)?.problem(in: source).map { (RuleResult.Status.warning, "track \(track.id): \($0)") }
    }
    return Self.worst(
      strangers + movieProblems + problems + sounds, else: "\(played.count.named("track")) of pictures and sound")
  }

  /// The problems that concern all tracks.
  private var movieProblems: [RuleResult.Outcome] {
    var found: [RuleResult.Outcome] = []
    if file.header.matrix.isNothing { found.append((.failure, "the movie's matrix shrinks all pictures to nothing")) }
    if !file.header.matrix.isNothing, file.header.matrix.isSqueezing {
      found.append((.warning, "the movie's matrix squeezes all pictures"))
    } else if file.header.matrix.elements.prefix(8) != TransformMatrix.unity.elements.prefix(8) {
      found.append((.warning, "the movie's matrix turns, mirrors, scales or moves all pictures, which few players do"))
    }
    if file.header.rate != Fixed16(1) {
      found.append((.warning, "the movie is to be played at another speed than its own"))
    }
    let sounds = file.tracks.filter { $0.handler == "soun" }
    if file.header.volume == 0, !sounds.isEmpty {
      found.append((.warning, "the movie's header has a volume of 0, so that it is not heard"))
    }
    if let sound = sounds.first, !sounds.contains(where: \.isEnabled) {
      found.append((.warning, "track \(sound.id): its sound is switched off, and there is no other"))
    }
    return found
  }

  /// Returns the problem of a track that shows nothing, or next to nothing, of its contents; otherwise `nil`.
  private func hidden(_ track: MovieTrack) -> RuleResult.Outcome? {
    guard !file.isFragmented, track.sampleCount > 1 else { return nil }
    let clock = TrackClock(track, movieScale: file.timescale)
    guard let samples = clock.samples, samples > 0 else { return nil }
    guard clock.shown < min(0.01, samples / 2) else {
      let (shown, all) = (FileReport.seconds(clock.shown), FileReport.seconds(samples))
      return clock.shown < Self.leastShown * samples
        ? (.warning, "track \(track.id): its edit list plays only \(shown) of its \(all)") : nil
    }
    let what = track.handler == "vide" ? "no picture is shown" : "no sound is heard"
    return (.failure, "track \(track.id): \(what), as its edits leave all of it out")
  }

  private var times: RuleResult.Outcome {
    guard !file.isFragmented else { return (.pass, "fragments") }
    let clocks = file.tracks.map { TrackClock($0, movieScale: file.timescale) }
    var problems =
      clocks.compactMap(\.problem) + paceProblems + EditRules(tracks: played, movieScale: file.timescale).problems
    if let problem = TrackClock.scaleProblem(clocks, movieScale: file.timescale) { problems.append(problem) }
    if let problem = TrackClock.lengthProblem(clocks) { problems.append(problem) }
    for track in file.pictureTracks where VisualSampleEntry.isReordering(track.codec) {
      if let problem = DisplayTimes(track: track).problem { problems.append(problem) }
    }
    for track in file.tracks where track.isEnabled {
      for problem in track.soundProblems { problems.append((.failure, "track \(track.id): \(problem)")) }
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

  /// The problems of tracks that are played at another speed than the others; slow motion has all at one speed.
  private var paceProblems: [RuleResult.Outcome] {
    let own: Set = [Fixed16(1)]
    let rates = played.map { track in
      let rates = track.edits.filter { $0.mediaTime >= 0 && $0.rate.rawValue != 0 }.map(\.rate)
      return (track: track, paces: rates.isEmpty ? own : Set(rates))
    }
    guard let first = rates.first?.paces, rates.contains(where: { $0.paces != first }) else { return [] }
    return rates.filter { $0.paces != own }.map { track, paces in
      let text = paces.map { FileReport.decimal($0.value, places: 2) }.sorted().joined(separator: ", ")
      return (.warning, "track \(track.id): its edits play it at \(text) times its speed, and not all tracks")
    }
  }
}

extension VisualSampleEntry {
  /// Tells whether pictures may be shown in another order than they are decoded in.
  fileprivate static func isReordering(_ codec: FourCC?) -> Bool { ["avc1", "avc3", "hvc1", "hev1"].contains(codec) }
}

extension MovieFile {
  /// Makes sure that no sound and no pictures are taken for something else, and left out.
  /// - Throws: ``LivePhotoError`` with `.malformed`.
  func checkHandlers() throws(LivePhotoError) {
    for track in tracks {
      guard let problem = track.unknownHandler else { continue }
      throw LivePhotoError(
        .malformed, context: name,
        message:
          "Track \(track.id): \(problem). Nothing was made of it, as that would be lost. Take another copy of it.")
    }
  }
}

extension MovieTrack {
  /// The reason why no player plays the track, although its samples are pictures or sound; otherwise `nil`.
  var unknownHandler: String? {
    let isSound = sampleEntry is SoundSampleEntry
    // Depth and the like are pictures that are not shown, and `pict` are covers.
    let known: [FourCC] = isSound ? ["soun"] : ["vide", "auxv", "pict"]
    guard isSound || sampleEntry is VisualSampleEntry, !known.contains(handler) else { return nil }
    return "it holds \(isSound ? "sound" : "pictures"), and its handler is '\(handler)', so that nothing plays it"
  }

  /// The problem of data references of an unknown kind: ISO/IEC 14496-12, 8.7.2, and QuickTime's own.
  private var placeProblem: RuleResult.Outcome? {
    let known: Set<FourCC> = ["alis", "url ", "urn ", "rsrc", "imdt", "snim"]
    guard let strange = dataReferences.first(where: { !known.contains($0.type) })?.type else { return nil }
    return (.warning, "its samples are said to lie at a place of an unknown kind ('\(strange)' in dref)")
  }

  /// Tells whether the header has about half or twice the size of the pictures, or more. It may be that of the pixels
  /// or of the clean aperture, as it is or with square pixels, and turned; a little else may be the shape of pixels.
  private func showsOtherSize(_ entry: VisualSampleEntry) -> Bool {
    let pixels = (width: Double(entry.width), height: Double(entry.height))
    func shows(_ sizes: [(width: Double, height: Double)], within range: ClosedRange<Double>) -> Bool {
      sizes.contains { range.contains(size.width / $0.width) && range.contains(size.height / $0.height) }
    }
    let sizes = [pixels, entry.cleanSize ?? pixels].flatMap { width, height in
      [(width, height), (width * entry.pixelShape, height), (width, height / entry.pixelShape)]
    }
    return !shows(sizes, within: 0.6...1.65) && !shows(sizes.map { ($0.1, $0.0) }, within: 0.9...1.1)
  }

  /// The problem of pixels that are far from square by the description, and square by the header.
  private func shapeProblem(_ entry: VisualSampleEntry) -> RuleResult.Outcome? {
    let (shape, pixels) = (entry.pixelShape, Double(entry.width) / Double(entry.height))
    guard !(0.77...1.3).contains(shape), (0.98...1.02).contains(size.width / size.height / pixels) else { return nil }
    return (
      .warning,
      "its description makes its pixels \(FileReport.decimal(shape, places: 2)) times as wide as they are high (pasp), "
        + "and its header makes them square: players show it in two shapes"
    )
  }

  /// The problem of sizes for QuickTime's modes of display that are not even near that of the pictures.
  private func apertureProblem(_ entry: VisualSampleEntry) -> RuleResult.Outcome? {
    let sizes = box.container("tapt")?.children.compactMap { $0 as? ApertureBox } ?? []
    // Pixels that are wider or higher than a square make one side longer.
    let stretch = max(entry.pixelShape, 1 / entry.pixelShape) * 1.1
    let strange = sizes.first { size in
      !(0.5...stretch).contains(size.width.unsignedValue / Double(entry.width))
        || !(0.5...stretch).contains(size.height.unsignedValue / Double(entry.height))
    }
    return strange.map {
      let size =
        "\(FileReport.decimal($0.width.unsignedValue, places: 0)) × "
        + FileReport.decimal($0.height.unsignedValue, places: 0)
      return (
        .warning, "its aperture '\($0.type)' (tapt) is \(size), and its pictures are \(entry.width) × \(entry.height)"
      )
    }
  }

  /// The problems of the track's header and its description that players cannot handle.
  fileprivate var presentationProblems: [RuleResult.Outcome] {
    switch handler {
    case "vide":
      if size.width == 0 || size.height == 0 { return [(.failure, "its header has no size, so that nothing is seen")] }
      if matrix.isNothing { return [(.failure, "its matrix shrinks it to nothing")] }
      let part = matrix.elements
      if exifOrientation == nil, part[1] != 0 && part[0] != 0 || part[3] != 0 && part[4] != 0 {
        return [(.warning, "its matrix slants the pictures, or turns them by no quarter")]
      }
      if matrix.isSqueezing { return [(.warning, "its matrix squeezes the pictures")] }
      if orientation == nil, exifOrientation != nil {
        return [(.warning, "its matrix mirrors the pictures, which many players do not")]
      }
      if let problem = placeProblem { return [problem] }
      guard let entry = sampleEntry as? VisualSampleEntry, entry.width > 0, entry.height > 0 else { return [] }
      let ratios = [size.width / Double(entry.width), size.height / Double(entry.height)]
      let otherSize: RuleResult.Outcome = (
        .warning,
        "its header has \(Int(size.width)) × \(Int(size.height)), and its description \(entry.width) × \(entry.height)"
      )
      guard ratios.allSatisfy({ (0.125...8).contains($0) }) else { return [otherSize] }
      return (showsOtherSize(entry) ? [otherSize] : []) + entry.sizeProblems
        + [apertureProblem(entry), shapeProblem(entry)].compactMap(\.self)
    case "soun":
      if let problem = (sampleEntry as? SoundSampleEntry)?.problem ?? placeProblem { return [problem] }
      return volume == 0 ? [(.warning, "its header has a volume of 0, so that it is not heard")] : []
    default: return []
    }
  }
}

extension VisualSampleEntry {
  private var aperture: [Int32]? { extensions.lazy.compactMap { $0 as? CleanApertureBox }.first?.fractions }

  /// The size of the part that is meant to be seen (`clap`), 0 for what is no size; `nil` where that is not told.
  fileprivate var cleanSize: (width: Double, height: Double)? {
    aperture.map { fractions in
      func length(_ place: Int) -> Double {
        fractions[place + 1] == 0 ? 0 : Double(fractions[place]) / Double(fractions[place + 1])
      }
      return (length(0), length(2))
    }
  }

  /// The width of a pixel for a height of 1 (`pasp`): two numbers.
  fileprivate var pixelShape: Double {
    guard let box = extensions.first(where: { $0.type == "pasp" }) as? UnknownBox, box.payload.count >= 8 else {
      return 1
    }
    var reader = ByteReader(box.payload)
    let (across, down) = (Double(reader.u32()), Double(reader.u32()))
    return across > 0 && down > 0 ? across / down : 1
  }

  /// The contradictions between the description and its parameter sets, colours and aperture.
  fileprivate var sizeProblems: [RuleResult.Outcome] {
    var found: [RuleResult.Outcome] = []
    if let box = extensions.lazy.compactMap({ $0 as? CodecConfigurationBox }).first,
      case let codec = box.type == "avcC" ? VideoCodec.h264 : .hevc,
      case let parameters = StreamParameters(record: box.record, codec: codec)
    {
      // What coders fill up to whole blocks may be told with or without.
      if box.lengthBytes != nil, let coded = parameters.size,
        abs(coded.width - Int(width)) > 16 || abs(coded.height - Int(height)) > 16
      {
        found.append(
          (.warning, "its description has \(width) × \(height), and its pictures \(coded.width) × \(coded.height)"))
      }
      if ["avcC", "hvcC"].contains(box.type) {
        for problem in [ConfigurationRecord.contradiction(in: box.record, codec), parameters.chromaProblem] {
          if let problem { found.append((.warning, "\(problem) (\(box.type))")) }
        }
      }
    }
    if let problem = colorProblem { found.append((.warning, problem)) }
    if let fractions = aperture, let clean = cleanSize {
      let shown = [clean.width, clean.height]
      let apart = [4, 6].map { fractions[$0 + 1] == 0 ? 0 : abs(Double(fractions[$0]) / Double(fractions[$0 + 1])) }
      let isPart =
        shown[0] / 2 + apart[0] <= Double(width) / 2 + 1 && shown[1] / 2 + apart[1] <= Double(height) / 2 + 1
      if !isPart || shown[0] * 2 < Double(width) || shown[1] * 2 < Double(height) {
        let text = shown.map { FileReport.decimal($0, places: 0) }.joined(separator: " × ")
        found.append((.warning, "its clean aperture (clap) shows \(text) of \(width) × \(height)"))
      }
    }
    return found
  }
}

extension TransformMatrix {
  private var rows: (Double, Double, Double, Double) {
    (Double(elements[0]), Double(elements[1]), Double(elements[3]), Double(elements[4]))
  }

  /// Indicates whether the matrix leaves nothing of a picture, or a line.
  fileprivate var isNothing: Bool {
    let (a, b, c, d) = rows
    return a * d == b * c
  }

  /// Indicates whether the matrix makes pictures wider or higher, and not both alike.
  fileprivate var isSqueezing: Bool {
    let (a, b, c, d) = rows
    let (width, height) = ((a * a + b * b).squareRoot(), (c * c + d * d).squareRoot())
    return abs(width - height) > 0.02 * max(width, height)
  }
}
