import ByteCoding
import FileStorage
import MediaCore
import MovieCoding
import StillCoding

/// Judges the units of an archive one by one.
struct ArchiveJudge: Sendable {
  let files: any FileSource
  let effort: PictureEffort
  var checksums: ChecksumList?

  /// Returns the finding about a unit, whose files may have been read already, the still's first.
  /// - Throws: `CancellationError`; ``LivePhotoError`` if the list of checksums can no longer be read.
  func finding(_ unit: ArchiveUnit, _ read: [FoundFile] = []) throws -> ArchiveFinding {
    var finding = try judged(unit, read)
    finding.nameProblem = FileNames.encodingProblem(of: names(of: finding.unit))
    if case .folder = unit { return finding }
    guard let checksums else { return finding }
    let paths = finding.unit.files.filter { hasBytes($0, finding.unit) }
    let isToBeAdded = Self.isUndamaged(finding)
    let compared = try paths.compactMap { path in
      // Of what is not there, or cannot be asked, a line would not be missed.
      try checksums.comparison(of: path, in: files, isToBeAdded: isToBeAdded)
        ?? ((try? files.kind(of: path)) == .file ? FileChecksum(path: path, state: .withheld, sha256: nil) : nil)
    }
    finding.add(compared, of: checksums)
    return finding
  }

  /// The paths of a unit whose names there are.
  private func names(of unit: ArchiveUnit) -> [String] {
    switch unit {
    case .bundle(let path, let still, let movie): [path, still, movie]
    // What is gone has no name to be changed.
    case .broken(let path, _): files.isLink(path) || (try? files.kind(of: path)) != nil ? [path] : []
    default: unit.paths
    }
  }

  /// Tells whether what lies at a path of a unit is a file of its own.
  private func hasBytes(_ path: String, _ unit: ArchiveUnit) -> Bool {
    switch unit {
    case .broken, .passedOver:
      // What is gone is missed by whoever has its checksum.
      guard let kind = try? files.kind(of: path) else { return true }
      return kind == .file && !files.isLink(path)
    default: return true
    }
  }

  /// Tells whether nothing speaks against the bytes of a unit's files, Live Photo or not.
  private static func isUndamaged(_ finding: ArchiveFinding) -> Bool {
    switch finding.content {
    case .good, .passedOver, .misnamed: true
    case .broken: false
    case .noLivePhoto:
      finding.verdict?.results.contains {
        $0.status == .failure && stillRules.union(movieRules).contains($0.rule)
      } == false
    }
  }

  private func judged(_ unit: ArchiveUnit, _ read: [FoundFile]) throws -> ArchiveFinding {
    do {
      switch unit {
      case .pair(let still, let movie, _), .bundle(_, let still, let movie):
        let halves = read.count == 2 ? read : [FoundFile(still, of: files), FoundFile(movie, of: files)]
        return try finding(unit, pair: halves)
      case .motionPhoto(let path), .still(let path), .movie(let path), .archive(let path):
        let file = read.first ?? FoundFile(path, of: files)
        switch file.content {
        case .still(_, let still) where still.motionPhoto != nil: return try finding(unit, motionPhoto: still)
        case .still(_, let still) where still.lacksVideo:
          return ArchiveFinding(
            unit, message: "Its XMP promises a video inside, which is not there. Get a whole copy, if there is one.")
        case .still(_, let still):
          return ArchiveFinding(unit, results: try results(of: still), identifiers: [still.contentIdentifier])
        case .movie(let input, let movie):
          return ArchiveFinding(
            unit, results: try results(of: movie, input.bytes), identifiers: [movie.contentIdentifier])
        case .archive(let input, let archive, let halves): return try finding(unit, input, archive, halves)
        case .broken(let why): return ArchiveFinding(.broken(path, why: why), message: why)
        case .passedOver, .other: return changed(path)
        }
      case .broken(_, let why), .passedOver(_, let why): return ArchiveFinding(unit, message: why)
      case .folder: return ArchiveFinding(unit)
      }
    } catch let error as CancellationError {
      throw error
    } catch {
      // Of two files, neither is to be missing from the sum.
      if unit.hasTwoFiles { return ArchiveFinding(unit, message: "\(error)", failure: error) }
      let why = error.advisingText(behind: unit.path)
      return ArchiveFinding(.broken(unit.path, why: why), message: why, failure: error)
    }
  }

  private static let changed = "It was changed while it was looked at. Try again."

  private func changed(_ path: String) -> ArchiveFinding {
    ArchiveFinding(.broken(path, why: Self.changed), message: Self.changed)
  }

  private func finding(_ unit: ArchiveUnit, pair halves: [FoundFile]) throws -> ArchiveFinding {
    for half in halves {
      if case .broken(let why) = half.content {
        return ArchiveFinding(unit, message: "\(FileNames.name(of: half.path)): \(why)")
      }
    }
    guard case .still(let photo, let still) = halves[0].content, case .movie(let film, let movie) = halves[1].content
    else { return ArchiveFinding(unit, message: Self.changed) }
    return ArchiveFinding(
      unit, verdict: try verdict(PairEvidence((photo, still), (film, movie))),
      identifiers: [still.contentIdentifier, movie.contentIdentifier])
  }

  private func verdict(_ evidence: PairEvidence) throws -> Verdict {
    switch effort {
    case .none:
      let grid = Result<LumaGrid, any Error> {
        try DamagedStill.check(evidence.still.get(), reading: false)
        throw NotDecoded()
      }
      // No movie has an error of its own.
      let without = (try? evidence.movie.get())?.errorWithoutLook(evidence.movieInput.bytes)
      return evidence.verdict(look: .failure(without ?? NotDecoded()), stillGrid: grid)
    case .key:
      let look = try KeyLook(evidence)
      return evidence.verdict(look: look.look, stillGrid: look.stillGrid, stillText: look.stillText)
    case .full: return try LivePhotoFiles.verify(evidence, meter: ProgressMeter(nil), from: 0, to: 1)
    }
  }

  // MARK: Files by themselves

  /// Returns the finding about a Motion Photo that is not written yet.
  func finding(motionPhoto bytes: any ByteSource, at path: String) throws -> ArchiveFinding {
    try finding(.motionPhoto(path), motionPhoto: LivePhotoFiles.still(bytes))
  }

  private func finding(_ unit: ArchiveUnit, motionPhoto still: StillFile) throws -> ArchiveFinding {
    guard let motion = still.motionPhoto else { return changed(unit.path) }
    let video = try still.source.slice(motion.videoRange, name: "\(unit.path): the video inside")
    let film = try LivePhotoFiles.movie(video)
    let time = motion.presentationTimestampMicroseconds.map { MediaTime(value: $0, timescale: 1_000_000) }
    let verdict = try verdict(
      PairEvidence(
        (InputFile(unit.path, still.source, modified: 0), still), (InputFile(video.name, video, modified: 0), film),
        at: time))
    var results = verdict.results.filter { Self.motionPhotoRules.contains($0.rule) }
    if let time, time >= film.length, !film.isFragmented {
      let found =
        "its XMP has the still at \(FileReport.seconds(time.seconds)) of \(FileReport.seconds(film.length.seconds))"
      results.append(RuleResult(.stillTime, .warning, found))
    }
    if let problem = PairDates.problem(still: still, video: film) {
      results.append(RuleResult(.dates, .warning, problem))
    }
    let message = still.misplacedVideo.map { place in
      "Its XMP has the video begin at byte \(place), and it begins at \(motion.videoRange.lowerBound): phones do not find "
        + "it, and the file may have been cut. Get another copy; only if there is none, make a Live Photo of it with "
        + "'livecam motionphoto', and a Motion Photo of that."
    }
    return ArchiveFinding(unit, results: results, message: message, identifiers: [still.contentIdentifier])
  }

  /// The rules that a still or a movie by itself is judged by; the others are about pairs.
  private static let stillRules: Set<Rule> = [.stillDecodes, .stillParts]
  private static let movieRules: Set<Rule> = [.boxesNest, .sampleTables, .tracksPlay, .times, .decodes, .timedMetadata]
  private static let motionPhotoRules = stillRules.union(movieRules).union([.likeness])

  private func results(of still: StillFile) throws -> [RuleResult] {
    let grid = Result {
      try DamagedStill.check(still, reading: effort != .none)
      if effort == .none { throw NotDecoded() }
      // Where a part is of no use, the whole may be.
      if effort == .key, let part = try? StillPart(still) { return part.grid }
      return try still.grid()
    }
    let kind = FileKind(rawValue: still.format.rawValue) ?? .unknown
    var facts = still.facts(kind)
    facts.oddities = still.oddities(effort, beside: try? grid.get())  // why there is none is told by another rule
    let rules = FileRules(stillPath: "", still: facts, stillGrid: grid, moviePath: "")
    return rules.results.filter { Self.stillRules.contains($0.rule) }
  }

  private func results(of movie: MovieFile, _ source: any ByteSource) throws -> [RuleResult] {
    let look: Result<MovieLook, any Error> = Result {
      switch effort {
      case .none: throw movie.errorWithoutLook(source)
      case .key: return try MovieLook.key(of: movie, source, at: movie.stillTime)
      case .full:
        return try MovieLook(of: movie, source: source) { _ in try Task.checkCancellation() }
          .readingUnits(of: movie, source).hearing(movie, source)
      }
    }
    if case .failure(let error as CancellationError) = look { throw error }
    let pictures = PictureRules(movie: movie, time: nil, look: look, still: .failure(NotDecoded()))
    return (MovieRules(file: movie, source: source).results + pictures.results).filter {
      Self.movieRules.contains($0.rule)
    }
  }

  // MARK: Archives

  /// Halves that are packed have to fit into memory.
  private static let largestPackedHalf = 64 << 20

  private func finding(
    _ unit: ArchiveUnit, _ input: InputFile, _ archive: ZipArchive, _ halves: ZipArchive.Halves
  ) throws -> ArchiveFinding {
    guard let still = halves.stills.first?.member, let movie = halves.movies.first?.member else {
      return changed(unit.path)
    }
    let large = [still, movie].filter { $0.isDeflated && $0.size > Self.largestPackedHalf }
    if !large.isEmpty {
      // Their checksums are all that can be looked at.
      for half in [still, movie] { try archive.unpack(half) { _ in try Task.checkCancellation() } }
      let names = large.map(\.name).joined(separator: " and ")
      let why =
        "\(names) in it: too large to be unpacked into memory. The checksums are right; to verify it, unpack it."
      return ArchiveFinding(.passedOver(unit.path, why: why), message: why)
    }
    let (photo, film) = (try half(still, of: archive, input), try half(movie, of: archive, input))
    let evidence = try PairEvidence(photo, film)
    let halves = [still.name, movie.name]
    let others = archive.members.map(\.name).filter { !halves.contains($0) && FileKind.isMediaName($0) }
    let notes =
      (others.isEmpty ? [] : ["Not looked at in it: \(others.prefix(8).joined(separator: ", "))"])
      + (archive.strayBytes.map { ["There are \($0)"] } ?? [])
    return ArchiveFinding(
      unit, verdict: try verdict(evidence), message: notes.isEmpty ? nil : notes.joined(separator: ". "),
      identifiers: [try evidence.still.get().contentIdentifier, try evidence.movie.get().contentIdentifier])
  }

  private func half(
    _ member: ZipArchive.Member, of archive: ZipArchive, _ input: InputFile
  ) throws -> InputFile {
    let name = "\(input.path): \(member.name)"
    if let plain = try archive.plainBytes(of: member) {
      // The checksum is known: what is not as it was packed is broken.
      try archive.unpack(member) { _ in try Task.checkCancellation() }
      return try InputFile(name, plain, modified: input.modified)
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(member.size)
    try archive.unpack(member) { bytes.append(contentsOf: $0) }
    return try InputFile(name, ArrayBytes(bytes, name: name), modified: input.modified)
  }
}

extension StillFile {
  /// Returns a coarse grid of the still's picture, upright.
  /// - Throws: ``DamagedStill``; `CodingError` when it does not decode.
  func grid() throws -> LumaGrid {
    try DamagedStill.check(self, reading: true)
    // libheif patches over what is damaged, and refuses some HEICs that phones write and everybody shows.
    if let whole = try heicWhole() {
      do { return try StillPart(whole, of: self).grid } catch let error as CodingError {
        // Without FFmpeg, or where it cannot decode such pictures.
        guard [.missingLibrary, .unsupported].contains(error.code) else { throw error }
      }
    }
    // Four samples a cell are plenty.
    return LumaGrid(try PictureDecoder().decode(source, maximumSide: 4 * LumaGrid.side), orientation: orientation)
  }
}
