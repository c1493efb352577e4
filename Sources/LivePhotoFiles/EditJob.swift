import ByteCoding
import FileStorage
import ISOBoxes
import MediaCore
import MovieCoding
import StillCoding
import VideoCoding

struct EditJob {
  private let files: LivePhotoFiles
  private let request: EditRequest
  private let meter: ProgressMeter
  private let stillInput: InputFile
  private let still: StillFile
  private let movieInput: InputFile
  private let movie: MovieFile
  private let plan: EditPlan

  /// Opens the pair, and reads it as far as the edit needs it.
  init(_ request: EditRequest, files: LivePhotoFiles, meter: ProgressMeter) throws {
    guard !request.isEmpty else {
      throw LivePhotoError(
        .invalidSetting, context: request.pair, message: "There is nothing to change. Name at least one change.")
    }
    try meter.report(0)
    (self.files, self.request, self.meter) = (files, request, meter)
    (stillInput, movieInput) = try PairLookup.halves(of: request.pair, partner: request.partner, in: files.source)
    still = try LivePhotoFiles.still(stillInput.bytes)
    movie = try LivePhotoFiles.movie(movieInput.bytes)
    if request.removesLocation { try movie.checkHandlers() }
    if !request.areOfOnePhoto, let photo = still.contentIdentifier.flatMap(PairIdentifier.init(uuidString:)),
      let film = movie.contentIdentifier.flatMap(PairIdentifier.init(uuidString:)), photo != film
    {
      throw LivePhotoError(
        .mismatched, context: stillInput.path,
        message: "This and \(movieInput.path) are of two photos: the still's identifier is \(photo.uuidString), the "
          + "movie's \(film.uuidString). Give the two files of one photo. If they belong together all the same: "
          + "livecam repair.")
    }
    plan = try EditPlan(request, movie: movie, path: movieInput.path)
  }

  func run() throws -> PairReport {
    let stem = FileNames.stem(of: stillInput.path)
    // A new identifier: two pairs with one would be taken for each other.
    let original =
      still.contentIdentifier ?? movie.contentIdentifier
      ?? "\(still.source.count) \(movieInput.bytes.count) \(stem)"
    let identifier = EditIdentifier.derived(from: original, edit: request.signature)
    // Beside the original; not inside a bundle, which holds one pair.
    let folder =
      request.output ?? FileNames.folder(of: PairFolder.hasName(request.pair) ? request.pair : stillInput.path)
    let path = "\(folder)/\(try FileNames.checked(request.name) ?? FileNames.edited(stem))"
    // All others than HEIC become JPEG, as programs pair no others.
    let stillPath = "\(path).\(stillInput.kind == .heic ? "HEIC" : "JPG")"
    let moviePath = path + ".MOV"
    let output = try PairOutput(files.store, reserving: [stillPath, moviePath])
    let (newMovie, movieNotes) = try newMovie(identifier)
    try meter.report(movieShare)
    let newStill = try newStill(identifier)
    try meter.report(0.8)
    let written = try output.write(
      still: .init(
        path: stillPath, rope: newStill.rope, modified: stillInput.modified, original: stillInput.path),
      movie: .init(path: moviePath, rope: newMovie, modified: movieInput.modified, original: movieInput.path),
      meter: meter, from: 0.8)
    meter.finish()
    return PairReport(
      files: written, identifier: identifier.uuidString, stillTime: plan.newStillTime,
      duration: plan.trim?.duration ?? movie.length, notes: plan.notes + movieNotes + newStill.notes)
  }

  private func newMovie(_ identifier: PairIdentifier) throws -> (rope: ByteRope, notes: [String]) {
    let message = "The movie cannot be rewritten. Take another copy of it."
    return try LivePhotoError.coding(movieInput.path, message) {
      var editor = try MovieEditor(movie, source: movieInput.bytes)
      editor.setContainer(.quickTime)
      editor.setMetadata(MovieKey.contentIdentifier, text: identifier.uuidString)
      if plan.hasNewStill || plan.stillTime != movie.stillTime {
        try editor.setStillTime(plan.stillTime, isNew: plan.hasNewStill)
      }
      if request.removesSound { editor.removeTracks { $0.handler == "soun" } }
      if request.removesLocation { editor.removeLocation(judge: PropertyListLocation.tellsPlace) }
      if request.turn != .none { try editor.setOrientation(try orientation().turned(request.turn)) }
      if let trim = plan.trim { try editor.trim(to: trim) }
      let cutNotes = try cutNotes(&editor)
      return (try editor.rope(), cutNotes + editor.notes)
    }
  }

  /// The share of the work that the movie is.
  private var movieShare: Double { request.cutsOff ? 0.5 : 0.05 }

  /// Takes out of the file what was cut off, if that is wished; what there is to say of it.
  private func cutNotes(_ editor: inout MovieEditor) throws -> [String] {
    guard let trim = plan.trim else { return [] }
    guard request.cutsOff else {
      let hides = trim.start > .zero || trim.end < movie.length
      return hides ? ["What was cut off is hidden and still in the movie's file; --cut takes it out."] : []
    }
    let recoder = try PictureRecoder(movie, source: movieInput.bytes) { try meter.report(movieShare * $0) }
    return try LivePhotoError.coding(movieInput.path, "The movie cannot be cut. Take another copy of it.") {
      try recoder.cut(&editor)
    }
  }

  private func orientation() throws -> Orientation {
    guard let found = movie.videoTrack?.orientation else {
      throw LivePhotoError(
        .unsupported, context: movieInput.path,
        message: "The movie is mirrored or turned by odd degrees, and cannot be turned further. Leave --rotate out.")
    }
    return found
  }

  private func newStill(_ identifier: PairIdentifier) throws -> (rope: ByteRope, notes: [String]) {
    var edits = StillEdits(contentIdentifier: identifier)
    edits.removesLocation = request.removesLocation
    // What a still carries is the whole movie, as a rule.
    let losesVideo = request.cutsOff && still.motionPhoto != nil
    if losesVideo { edits.motionPhoto = .remove }
    let message = "The new still cannot be made. Take another copy of the pair."
    return try LivePhotoError.coding(stillInput.path, message) {
      guard let photo = try keyPhoto() else {
        if request.turn != .none { edits.orientation = still.orientation.turned(quarters: request.turn.rawValue / 90) }
        let edited = try edited(still, edits)
        return (edited.rope, (losesVideo ? ["The movie inside of the still is left out."] : []) + edited.notes)
      }
      let new = try photo.still(edits, name: stillInput.path)
      let size = "\(photo.picture.width)x\(photo.picture.height)"
      let old = "\(still.width)x\(still.height)"
      let note =
        photo.exposures.map { "The still is made of \($0) of the movie's pictures, \(size)." }
        ?? "The still is the movie's picture, \(size)" + (size == old ? "." : " instead of \(old).")
      return (new.rope, [note] + (photo.isMapped ? [StillHalf.mappingNote] : []) + new.notes)
    }
  }

  /// The still with edits; of a Motion Photo whose place is to go, the video inside of it is cleaned, too.
  private func edited(_ still: StillFile, _ edits: StillEdits) throws -> (rope: ByteRope, notes: [String]) {
    guard [.jpeg, .heic].contains(still.format), edits.removesLocation, edits.motionPhoto == .keep,
      let video = still.motionPhoto
    else { return try LivePhotoFiles.pairable(still, edits) }
    let message = "The video inside of it cannot be cleaned of places. Take it out with: livecam disassemble."
    return try LivePhotoError.naming(still.source.name, message) {
      let source = try still.source.slice(video.videoRange, name: "the video in \(still.source.name)")
      var editor = try MovieEditor(try MovieReader().read(source), source: source)
      editor.setContainer(.mp4)
      editor.removeLocation(judge: PropertyListLocation.tellsPlace)
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
  private func keyPhoto() throws -> KeyPhoto? {
    guard plan.hasNewStill else { return nil }
    guard let orientation = movie.videoTrack?.exifOrientation else {
      throw LivePhotoError(
        .unsupported, context: movieInput.path,
        message: "The movie is turned by odd degrees, as no still can be. Choose another movie.")
    }
    let stream = try MovieFrames(movie, source: movieInput.bytes, frames: plan.shown, times: plan.frames)
    let frame = plan.keyFrame ?? EditPlan.nearest(to: plan.stillTime, in: plan.frames)
    let picture: I420Picture
    var exposures: Int?
    if let exposed = plan.exposedFrames {
      let renderer = EffectRenderer(stream: stream, range: exposed, file: movieInput.path) {
        try meter.report(movieShare + (0.75 - movieShare) * $0)
      }
      (picture, exposures) = try renderer.longExposure(reference: frame)
    } else {
      picture = try stream.picture(of: frame, file: movieInput.path)
    }
    return KeyPhoto(
      picture: picture, exposures: exposures,
      orientation: orientation.turned(quarters: request.turn.rawValue / 90), isDisplayP3: stream.isDisplayP3,
      isMapped: stream.isHDR, original: still)
  }
}

extension EditRequest {
  /// The edit as a text: what the new identifier depends on besides the old one.
  var signature: String {
    func text(_ time: MediaTime?) -> String { time.map { "\($0.nanoseconds)" } ?? "-" }
    return [
      text(keyTime), "\(isLongExposure)", trim.map { text($0.start) + ".." + text($0.end) } ?? "-", "\(removesSound)",
      "\(turn.rawValue)", "\(removesLocation)",
    ].joined(separator: " ") + (cutsOff ? " cut" : "")
  }
}
