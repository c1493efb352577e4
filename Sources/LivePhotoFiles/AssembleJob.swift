import ByteCoding
import FileStorage
import MediaCore
import MovieCoding
import StillCoding

struct AssembleJob {
  let files: LivePhotoFiles
  let request: AssembleRequest
  let meter: ProgressMeter
  /// The still, or `nil` when it is to be taken from the movie.
  let photo: InputFile?
  let source: any ByteSource
  /// The time when the movie was last changed, in nanoseconds since 1970 UTC.
  let modified: Int64
  /// The still's description of the movie inside it, which proves that they belong together.
  var motionPhoto: MotionPhotoDescription?

  func run() throws -> PairReport {
    try meter.report(0)
    let still = try photo.map { try LivePhotoFiles.still($0.bytes) }
    let (stillPath, moviePath) = try paths(isHEIC: still?.format == .heic)
    let output = try PairOutput(files.store, reserving: [stillPath, moviePath])

    let movie = try MovieHalf(source, codec: request.codec, meter: meter, upTo: 0.6)
    let (placement, end) = try placement(in: movie)
    let (identifier, isNew) = try self.identifier(still: still, movie: movie, placement)
    let dates = PairDates(
      still: still, movie: movie.file, stillTime: placement.time, movieFileNanoseconds: modified)

    if request.codec == .copy, let still, ![.jpeg, .heic].contains(still.format) {
      throw LivePhotoError(
        .unsupported, context: still.source.name,
        message: "A \(still.format.rawValue.uppercased()) would have to be converted. Choose another --codec than copy."
      )
    }
    let picture = try StillHalf(
      still, of: movie, at: placement.time,
      edits: stillEdits(still, movie, dates, identifier: identifier, isNew: isNew), isOneFile: motionPhoto != nil)
    let rope = try movie.rope(
      identifier: identifier, placement: placement, date: dates.movie,
      make: still?.make, model: still?.model, software: files.software)
    try meter.report(0.7)
    let written = try output.write(
      still: .init(
        path: stillPath, rope: picture.rope, modified: photo?.modified ?? modified,
        original: photo?.path ?? source.name),
      movie: .init(path: moviePath, rope: rope, modified: modified, original: source.name), meter: meter, from: 0.7)
    meter.finish()
    let placementNote = placement.note.map { [$0] } ?? []
    return PairReport(
      files: written, identifier: identifier, stillTime: placement.time, duration: end,
      notes: movie.notes + placementNote + picture.notes + dates.notes + shapeNotes(still, movie.file))
  }

  private func paths(isHEIC: Bool) throws(LivePhotoError) -> (still: String, movie: String) {
    let stem = try FileNames.checked(request.name) ?? FileNames.stemOfPhoto(photo?.path ?? source.name)
    let path = FileNames.path(request.output, stem)
    return (path + (isHEIC ? ".HEIC" : ".JPG"), path + ".MOV")
  }

  private func placement(in movie: MovieHalf) throws -> (StillPlacement, end: MediaTime) {
    try LivePhotoError.naming(source.name, "The movie's tables cannot be read.") {
      let frames = try movie.file.shownFrames()
      let end = frames.last.map { $0.time + $0.duration } ?? .zero
      guard frames.count > 1 else {
        throw LivePhotoError(
          .unsupported, context: source.name,
          message: "It shows \(frames.isEmpty ? "no picture" : "one picture only"). A Live Photo needs a movie.")
      }
      let announced = motionPhoto?.presentationTimestampMicroseconds.map {
        MediaTime(value: $0, timescale: 1_000_000)
      }
      let placement = try StillPlacement(
        times: frames.map(\.time), end: end, told: movie.file.stillTime, announced: announced,
        wish: request.stillPlace, timescale: Int32(clamping: movie.file.timescale), movie: source.name)
      return (placement, end)
    }
  }

  /// Returns the identifier for both halves, and whether it differs from the one that the still carries.
  private func identifier(
    still: StillFile?, movie: MovieHalf, _ placement: StillPlacement
  ) throws -> (text: String, isNew: Bool) {
    let (one, other) = (still?.contentIdentifier, movie.file.contentIdentifier)
    var chosen: String?
    if let wished = request.identifier {
      chosen = wished.uuidString
    } else if let one, let valid = PairIdentifier(uuidString: one) {
      if one == other || (other == nil && motionPhoto != nil) {
        chosen = one
      } else if other.flatMap({ PairIdentifier(uuidString: $0) }) == valid {
        chosen = valid.uuidString
      }
    }
    if let chosen { return (chosen, chosen != one) }
    // Two pairs made of one movie with different stills are two Live Photos.
    let place = "\(placement.time.value)/\(placement.time.timescale)"
    let sources: [(any ByteSource)?] = [photo?.bytes, source, ArrayBytes(Array(place.utf8), name: "place")]
    return try LivePhotoError.naming(source.name, "It cannot be read.", .unreadable) { () throws(ByteError) in
      (try ContentIdentity.identifier(of: sources.compactMap { $0 }).uuidString, true)
    }
  }

  private func stillEdits(
    _ still: StillFile?, _ movie: MovieHalf, _ dates: PairDates, identifier: String, isNew: Bool
  ) -> StillEdits {
    var edits = StillEdits()
    if isNew || still == nil { edits.contentIdentifier = identifier }
    edits.date = dates.still
    if still?.make == nil, still?.model == nil {
      edits.makeIfMissing = movie.file.text(of: MovieKey.make)
      edits.modelIfMissing = movie.file.text(of: MovieKey.model)
    }
    if let still, still.motionPhoto != nil || still.lacksVideo { edits.motionPhoto = .remove }
    return edits
  }

  /// Says so when the still stands upright and the movie does not, or when they differ in shape.
  private func shapeNotes(_ still: StillFile?, _ movie: MovieFile) -> [String] {
    guard let still, let shown = movie.displaySize, shown.height > 0 else { return [] }
    let (width, height) = still.displaySize
    guard width > 0, height > 0 else { return [] }
    let (one, other) = (Double(width) / Double(height), Double(shown.width) / Double(shown.height))
    let text = "the still is seen as \(width)x\(height) and the movie as \(shown.width)x\(shown.height)"
    if (one - 1) * (other - 1) < 0 { return ["shape: \(text): one upright, one lying"] }
    return max(one, other) / min(one, other) > 1.1 ? ["shape: \(text)"] : []
  }
}

extension LivePhotoFiles {
  /// Makes a Live Photo of a still and a movie, or of a movie alone.
  ///
  /// JPEG and HEIC keep their pixels, H.264 and HEVC, AAC and PCM their packets, byte for byte; other kinds are
  /// converted. The still is written as `.JPG` or `.HEIC`, the movie as `.MOV`, with the dates of last change that the
  /// given files have.
  /// - Throws: ``LivePhotoError`` with `.unreadable`, `.empty`, `.malformed`, `.unsupported`, `.invalidSetting`, with
  ///   `.noLivePhoto` when that is not what would come of it, or with `.unwritable` when a file of a name is there
  ///   already or the disk refuses; `CancellationError`. Then nothing is left.
  public func assemble(_ request: AssembleRequest, progress: ProgressHandler? = nil) async throws -> PairReport {
    let meter = ProgressMeter(progress)
    try meter.report(0)
    var movie = try InputFile(request.movie, of: source)
    var photo = try request.photo.map { path throws(LivePhotoError) in try InputFile(path, of: source) }
    if let other = photo, movie.kind.isStill, !other.kind.isStill { (photo, movie) = (movie, other) }
    if let photo, !photo.kind.isStill || photo.kind == .gif || photo.kind == .tiff {
      throw LivePhotoError(
        .unsupported, context: photo.path,
        message: "This is \(photo.kind.article). The still must be a JPEG, HEIC, AVIF, PNG or WebP.")
    }
    guard !movie.kind.isStill || movie.kind == .gif, movie.kind != .zip else {
      throw LivePhotoError(
        .unsupported, context: movie.path, message: "This is \(movie.kind.article), not a movie. Name one with --movie."
      )
    }
    return try AssembleJob(
      files: self, request: request, meter: meter, photo: photo, source: movie.bytes, modified: movie.modified
    ).run()
  }
}
