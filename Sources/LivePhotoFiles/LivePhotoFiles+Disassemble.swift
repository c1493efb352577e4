extension LivePhotoFiles {
  /// Takes a Live Photo or Motion Photo apart: still and movie, and the raw photo that an archive may have besides,
  /// with the very bytes that are there.
  ///
  /// Of a Motion Photo the still is all that comes before the video, its description of the video included, so that
  /// nothing of the original is lost; ``motionPhoto(_:progress:)`` makes a tidy pair of it. Names get the extension of
  /// what the bytes are, in upper case; dates of last change are those of the input.
  /// - Throws: ``LivePhotoError`` with `.unreadable`, `.malformed`, `.unsupported`, or with `.unwritable` when a file
  ///   of a name is there already or the disk refuses; `CancellationError`. Then nothing is left.
  public func disassemble(
    _ request: DisassembleRequest, progress: ProgressHandler? = nil
  ) async throws -> DisassembleReport {
    let meter = ProgressMeter(progress)
    try meter.report(0)
    let parts = try PairParts(request.input, partner: request.partner, of: source)
    let name = try FileNames.checked(request.name)
    let still = FileNames.path(request.output, (name ?? parts.stillStem) + "." + parts.still.nameExtension)
    let movie = FileNames.path(request.output, (name ?? parts.movieStem) + "." + parts.movie.nameExtension)
    var files = [parts.still.written(as: .still, to: still), parts.movie.written(as: .movie, to: movie)]
    if let raw = parts.raw {
      let place = FileNames.path(request.output, (name ?? parts.stillStem) + "." + raw.nameExtension)
      files.append(raw.written(as: .raw, to: place))
    }
    let output = try PairOutput(store, reserving: files.map(\.path))
    let written = try output.write(files, meter: meter, from: 0)
    meter.finish()
    return DisassembleReport(form: parts.form, files: written, notes: parts.notes)
  }
}
