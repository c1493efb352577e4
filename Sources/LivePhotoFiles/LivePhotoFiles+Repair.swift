import ByteCoding
import FileStorage
import MediaCore
import MovieCoding
import StillCoding

extension LivePhotoFiles {
  /// Mends what keeps two files from being a Live Photo, without encoding anything anew.
  ///
  /// A new pair is written to the request's folder, under the still's name; the given files stay as they are. When
  /// nothing has to be mended, or the pair would be no Live Photo all the same, nothing is written.
  /// - Throws: ``LivePhotoError`` with `.unreadable`, `.empty`, `.malformed`, `.invalidSetting`, with `.mismatched` for
  ///   halves of two photos, or with `.unwritable` when a file of that name is there already or the disk refuses;
  ///   `CancellationError`. Nothing is left then.
  public func repair(_ request: RepairRequest, progress: ProgressHandler? = nil) async throws -> RepairReport {
    let meter = ProgressMeter(progress)
    let evidence = try PairEvidence(
      InputFile(request.files.0, of: source), InputFile(request.files.1, of: source))
    guard evidence.movieInput.kind == .movie else {
      throw LivePhotoError(
        .unsupported, context: evidence.movieInput.path,
        message: "This is \(evidence.movieInput.kind.article), which cannot be mended. Make a Live Photo of it with: "
          + "livecam assemble --photo STILL --movie MOVIE --output FOLDER.")
    }
    let still = try evidence.still.get()
    let movie = try evidence.movie.get()
    try meter.report(0)
    let grid = evidence.stillGrid()
    let look = try Self.look(at: evidence) { try meter.report(0.4 * $0) }
    let verdict = evidence.verdict(look: look, stillGrid: grid)
    let plan = try LivePhotoError.naming(evidence.movieInput.path, "The movie's tables cannot be read.") {
      // What does not decode is left as it says of itself; the verdict names it.
      try RepairPlan(
        verdict, still: evidence.stillFacts, movie: movie, look: try? look.get(), grid: try? grid.get(),
        modified: max(evidence.stillInput.modified, evidence.movieInput.modified), request: request
      ) { try ContentIdentity.identifier(of: [evidence.stillInput.bytes, evidence.movieInput.bytes]) }
    }
    guard !plan.changes.isEmpty else {
      meter.finish()
      return RepairReport(
        still: evidence.stillInput.path, movie: evidence.movieInput.path, changes: [], doubts: plan.doubts,
        verdict: verdict)
    }
    let folder = request.output.hasSuffix("/") ? request.output : request.output + "/"
    let path = folder + FileNames.stem(of: evidence.stillInput.path)
    let names = (still: path + "." + evidence.stillInput.kind.nameExtension, movie: path + ".MOV")
    let stillRope = try Self.mended(still, plan)
    let movieRope = try Self.mended(movie, evidence.movieInput.bytes, plan)
    // Only now: a pair that needs nothing is not written, and may lie there.
    let output = try PairOutput(
      store, reserving: [names.still, names.movie], advice: "Choose another folder by --output.")
    // Judged before it is written: the store need not be where files are read from, and what goes wrong leaves nothing.
    let mended = try PairEvidence(
      InputFile(names.still, RopeBytes(stillRope, name: names.still), modified: evidence.stillInput.modified),
      InputFile(names.movie, RopeBytes(movieRope, name: names.movie), modified: evidence.movieInput.modified))
    let result = try Self.verify(mended, meter: meter, from: 0.4, to: 0.8)
    guard result.isLivePhoto else {
      meter.finish()
      return RepairReport(
        still: evidence.stillInput.path, movie: evidence.movieInput.path, changes: [], doubts: plan.doubts,
        verdict: result)
    }
    _ = try output.write(
      [
        .init(role: .still, path: names.still, rope: stillRope, modified: evidence.stillInput.modified),
        .init(role: .movie, path: names.movie, rope: movieRope, modified: evidence.movieInput.modified),
      ], meter: meter, from: 0.8)
    meter.finish()
    return RepairReport(
      still: names.still, movie: names.movie, changes: plan.changes, doubts: plan.doubts, verdict: result)
  }

  private static func mended(_ still: StillFile, _ plan: RepairPlan) throws(LivePhotoError) -> ByteRope {
    // A copy of every byte, not an edit that changes nothing.
    guard plan.stillEdits != StillEdits() else { return ByteRope(still.source) }
    return try LivePhotoError.naming(still.source.name, "Its metadata cannot be changed.", .unsupported) {
      () throws(CodingError) in try still.edited(plan.stillEdits).rope
    }
  }

  private static func mended(
    _ movie: MovieFile, _ source: any ByteSource, _ plan: RepairPlan
  ) throws(LivePhotoError) -> ByteRope {
    try LivePhotoError.naming(movie.name, "The movie cannot be written anew.") { () throws(MovieError) in
      var editor = try MovieEditor(movie, source: source)
      if plan.makesQuickTime { editor.setContainer(.quickTime) }
      if plan.renumbersTracks { editor.renumberTracks() }
      if !plan.otherPictures.isEmpty { editor.disableTracks { plan.otherPictures.contains($0.id) } }
      if let text = plan.movieIdentifier {
        // Whatever form it had before, it is written anew.
        editor.setContainer(.quickTime)
        editor.setMetadata(MovieKey.contentIdentifier, text: nil)
        editor.setMetadata(MovieKey.contentIdentifier, text: text)
      }
      if let date = plan.dates.creationDate { editor.setDate(date, replacingHeaders: plan.dates.replacesHeaders) }
      if let orientation = plan.orientation { try editor.setOrientation(orientation) }
      if plan.replacesStillTrack {
        editor.removeTracks { $0.metadataKeys.values.contains(MovieKey.stillImageTime) }
      }
      if let time = plan.stillTime { try editor.setStillTime(time) }
      return try editor.rope()
    }
  }
}
