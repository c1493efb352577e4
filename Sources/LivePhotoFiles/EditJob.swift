import ByteCoding
import FileStorage
import ISOBoxes
import MediaCore
import MovieCoding
import StillCoding
import VideoCoding

/// One edit of a pair, from its files to new ones.
struct EditJob {
  let files: LivePhotoFiles
  let request: EditRequest
  let meter: ProgressMeter

  func run() throws -> PairReport {
    guard !request.isEmpty else {
      throw LivePhotoError(
        .invalidSetting, context: request.pair, message: "There is nothing to change. Name at least one change.")
    }
    try meter.report(0)
    let pair = try EditPair(request.pair)
    let plan = try EditPlan(request, movie: pair.movie, path: pair.movieInput.path)
    let identifier = self.identifier(of: pair)
    // Beside the original; not inside a bundle, which holds one pair.
    let folder =
      request.output
      ?? FileNames.folder(of: PairFolder.hasName(request.pair) ? request.pair : pair.stillInput.path)
    let path = "\(folder)/\(try FileNames.checked(request.name) ?? FileNames.edited(pair.stem))"
    let hasNewStill = plan.keyFrame != nil || plan.exposedFrames != nil
    let kind = pair.stillInput.kind
    let stillPath = "\(path).\(hasNewStill && kind != .heic ? "JPG" : kind.nameExtension)"
    let moviePath = path + ".MOV"
    let output = PairOutput(store: files.store)
    try output.reserve([stillPath, moviePath])
    let (movie, movieNotes) = try self.movie(pair, plan, identifier)
    try meter.report(0.05)
    let still = try self.still(pair, plan, identifier)
    try meter.report(0.8)
    let written = try output.write(
      [
        .init(
          role: .still, path: stillPath, rope: still.rope, modified: pair.stillInput.modified),
        .init(
          role: .movie, path: moviePath, rope: movie, modified: pair.movieInput.modified),
      ], meter: meter, from: 0.8)
    meter.finish()
    return PairReport(
      files: written, identifier: identifier.uuidString, stillTime: plan.newStillTime,
      duration: plan.trim?.duration ?? pair.movie.length, notes: plan.notes + movieNotes + still.notes)
  }

  /// A new identifier: two pairs with one would be taken for each other.
  private func identifier(of pair: EditPair) -> PairIdentifier {
    let old = pair.still.contentIdentifier ?? pair.movie.contentIdentifier
    return EditIdentifier.derived(
      from: old ?? "\(pair.still.source.count) \(pair.movieInput.bytes.count) \(pair.stem)", edit: request.signature)
  }

  private func movie(_ pair: EditPair, _ plan: EditPlan, _ identifier: PairIdentifier) throws -> (
    rope: ByteRope, notes: [String]
  ) {
    let message = "The movie cannot be rewritten. Take another copy of it."
    return try LivePhotoError.naming(pair.movieInput.path, message) {
      var editor = try MovieEditor(pair.movie, source: pair.movieInput.bytes)
      editor.setContainer(.quickTime)
      editor.setMetadata(MovieKey.contentIdentifier, text: identifier.uuidString)
      if plan.stillTime != pair.movie.stillTime { try editor.setStillTime(plan.stillTime) }
      if request.removesSound { editor.removeTracks { $0.handler == "soun" } }
      if request.removesLocation { editor.removeLocation() }
      if request.turn != .none { try editor.setOrientation(try orientation(of: pair).turned(request.turn)) }
      if let trim = plan.trim { try editor.trim(to: trim) }
      return (try editor.rope(), editor.notes)
    }
  }

  private func orientation(of pair: EditPair) throws -> Orientation {
    guard let degrees = pair.movie.videoTrack?.matrix.clockwiseDegrees,
      let found = Orientation(clockwiseDegrees: degrees)
    else {
      throw LivePhotoError(
        .unsupported, context: pair.movieInput.path,
        message: "The movie is mirrored or turned by odd degrees, and cannot be turned further. Leave --rotate out.")
    }
    return found
  }

  private func still(_ pair: EditPair, _ plan: EditPlan, _ identifier: PairIdentifier) throws -> (
    rope: ByteRope, notes: [String]
  ) {
    var edits = StillEdits(contentIdentifier: identifier)
    edits.removesLocation = request.removesLocation
    do {
      guard let photo = try keyPhoto(pair, plan) else {
        if request.turn != .none {
          edits.orientation = pair.still.orientation.turned(quarters: request.turn.rawValue / 90)
        }
        return try edited(pair.still, edits)
      }
      let still = try photo.still(edits, name: pair.stillInput.path)
      let size = "\(photo.picture.width)x\(photo.picture.height)"
      let old = "\(pair.still.width)x\(pair.still.height)"
      let note =
        plan.exposedFrames.map { "The still is made of \($0.count) of the movie's pictures, \(size)." }
        ?? "The still is the movie's picture, \(size)" + (size == old ? "." : " instead of \(old).")
      return (still.rope, [note] + still.notes)
    } catch let error as CodingError {
      throw LivePhotoError(
        .malformed, context: pair.stillInput.path,
        message: "The new still cannot be made. Take another copy of the pair.",
        underlying: error)
    }
  }

  /// The still with edits; of a Motion Photo whose place is to go, the video inside of it is cleaned, too.
  private func edited(_ still: StillFile, _ edits: StillEdits) throws -> (rope: ByteRope, notes: [String]) {
    guard edits.removesLocation, let video = still.motionPhoto else {
      let edited = try still.edited(edits)
      return (edited.rope, edited.notes)
    }
    let message = "The video inside of it cannot be cleaned of places. Take it out with: livecam disassemble."
    return try LivePhotoError.naming(still.source.name, message) {
      let source = try still.source.slice(video.videoRange, name: "the video in \(still.source.name)")
      var editor = try MovieEditor(try MovieReader().read(source), source: source)
      editor.setContainer(.mp4)
      editor.removeLocation()
      let movie = try editor.rope()
      var edits = edits
      edits.motionPhoto = .set(
        videoLength: movie.count,
        presentationTimestampMicroseconds: video.presentationTimestampMicroseconds.flatMap { $0 < 0 ? nil : $0 })
      let edited = try still.edited(edits)
      var rope = edited.rope
      rope.append(movie)
      return (rope, editor.notes + edited.notes)
    }
  }

  /// The picture that becomes the still, if it is a new one.
  private func keyPhoto(_ pair: EditPair, _ plan: EditPlan) throws -> KeyPhoto? {
    guard plan.keyFrame != nil || plan.exposedFrames != nil else { return nil }
    let turn = try orientation(of: pair).turned(request.turn)
    let stream = try MovieFrames(
      pair.movie, source: pair.movieInput.bytes, frames: plan.shown, times: plan.frames)
    let frame = plan.keyFrame ?? EditPlan.nearest(to: plan.stillTime, in: plan.frames)
    let picture: I420Picture
    if let exposed = plan.exposedFrames {
      let meter = meter
      let renderer = EffectRenderer(stream: stream, range: exposed, file: pair.movieInput.path) {
        try meter.report(0.05 + 0.7 * $0)
      }
      picture = try renderer.longExposure(reference: frame)
    } else {
      picture = try stream.picture(of: frame, file: pair.movieInput.path)
    }
    return KeyPhoto(
      picture: picture, orientation: turn.exifOrientation, isDisplayP3: stream.isDisplayP3, original: pair.still)
  }
}

extension EditRequest {
  /// The edit as a text: what the new identifier depends on besides the old one.
  var signature: String {
    func text(_ time: MediaTime?) -> String { time.map { "\($0.nanoseconds)" } ?? "-" }
    return [
      text(keyTime), "\(isLongExposure)", trim.map { text($0.start) + ".." + text($0.end) } ?? "-", "\(removesSound)",
      "\(turn.rawValue)", "\(removesLocation)",
    ].joined(separator: " ")
  }
}
