import ByteCoding
import FileStorage
import MediaCore
import MovieCoding
import StillCoding

extension LivePhotoFiles {
  /// Makes a Motion Photo of a Live Photo, or a Live Photo of a Motion Photo.
  ///
  /// Pixels, and packets of pictures and of AAC, stay as they are either way; the still falls where it fell.
  /// - Throws: ``LivePhotoError`` with `.unreadable`, `.malformed`, `.unsupported`, or with `.unwritable` when a file
  ///   of a name is there already or the disk refuses; `CancellationError`. Then nothing is left.
  public func motionPhoto(
    _ request: MotionPhotoRequest, progress: ProgressHandler? = nil
  ) async throws -> MotionPhotoReport {
    let meter = ProgressMeter(progress)
    try meter.report(0)
    guard let first = request.files.first, request.files.count <= (request.isStillOnly ? 1 : 2) else {
      throw LivePhotoError(
        .invalidSetting, context: request.files.first ?? "",
        message: request.isStillOnly ? "Name one still." : "Name one or two files of one photo.")
    }
    if request.isStillOnly { return try cleanStill(InputFile(first, of: source), request, meter) }
    if request.files.count == 2 {
      return try compose(PairLookup.halves(of: request.files, named: first, in: source), request, meter)
    }
    if !PairFolder.hasName(first) {
      let input = try InputFile(first, of: source)
      if input.kind.isStill, let motion = try Self.still(input.bytes).motionPhoto {
        return try split(input, motion, request, meter)
      }
    }
    return try compose(PairLookup.halves(of: first, in: source), request, meter)
  }

  private func compose(
    _ pair: (still: InputFile, movie: InputFile), _ request: MotionPhotoRequest, _ meter: ProgressMeter
  ) throws -> MotionPhotoReport {
    let stem = try FileNames.checked(request.name) ?? FileNames.stemOfPhoto(pair.still.path)
    let path = FileNames.path(request.output, MotionPhoto.name(stem: stem, isHEIC: pair.still.kind == .heic))
    let output = try PairOutput(store, reserving: [path])
    let evidence = try PairEvidence(pair.still, pair.movie)
    let (one, other) = try (evidence.still.get().contentIdentifier, evidence.movie.get().contentIdentifier)
    try evidence.checkDecoding()
    let strangers =
      one != nil && other != nil && one != other
      ? ["still and movie name different pairs; look whether they belong together"] : []
    let composer = try MotionPhotoComposer(
      still: pair.still.bytes, movie: pair.movie.bytes, convertsToH264: request.convertsToH264
    ) { try meter.report(0.5 * $0) }
    try composer.check(at: path, in: source)
    let written = try output.write(
      [.init(role: .motionPhoto, path: path, rope: composer.rope, modified: pair.still.modified)], meter: meter,
      from: 0.5)
    meter.finish()
    return MotionPhotoReport(
      files: written, stillTime: composer.stillTime ?? .invalid, notes: strangers + composer.notes)
  }

  /// Writes a still without the movie that it carries, or announces and does not carry.
  private func cleanStill(
    _ input: InputFile, _ request: MotionPhotoRequest, _ meter: ProgressMeter
  ) throws -> MotionPhotoReport {
    let still = try Self.still(input.bytes)
    guard still.motionPhoto != nil || still.lacksVideo else {
      throw LivePhotoError(
        .unsupported, context: input.path, message: "There is no movie in this still, nor a word of one: it is clean.")
    }
    let stem = try FileNames.checked(request.name) ?? FileNames.stemOfPhoto(input.path)
    let path = FileNames.path(request.output, stem + "." + input.kind.nameExtension)
    let output = try PairOutput(store, reserving: [path])
    var edits = StillEdits()
    edits.motionPhoto = .remove
    let edited = try LivePhotoError.coding(input.path, "The still's metadata cannot be changed. Get a whole copy.") {
      try still.edited(edits)
    }
    let written = try output.write(
      [.init(role: .still, path: path, rope: edited.rope, modified: input.modified)], meter: meter, from: 0)
    meter.finish()
    return MotionPhotoReport(files: written, stillTime: .invalid, notes: edited.notes)
  }

  private func split(
    _ input: InputFile, _ motion: MotionPhotoDescription, _ request: MotionPhotoRequest, _ meter: ProgressMeter
  ) throws -> MotionPhotoReport {
    var assembly = AssembleRequest(photo: input.path, movie: input.path, output: request.output)
    assembly.name = request.name
    if request.convertsToH264 { assembly.codec = .h264 }
    let video = try input.bytes.slice(motion.videoRange, name: "\(input.path): the video inside")
    let report = try AssembleJob(
      files: self, request: assembly, meter: meter, photo: input, source: video, modified: input.modified,
      motionPhoto: motion
    ).run()
    return MotionPhotoReport(files: report.files, stillTime: report.stillTime, notes: report.notes)
  }
}
