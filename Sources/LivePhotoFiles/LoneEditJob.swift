import ByteCoding
import FileStorage
import ISOBoxes
import MediaCore
import MovieCoding
import StillCoding

/// Changes a still, or a movie, that is no half of a Live Photo.
struct LoneEditJob {
  private let files: LivePhotoFiles
  private let request: EditRequest
  private let input: InputFile

  /// Opens the file.
  /// - Throws: ``LivePhotoError``, with `.invalidSetting` for changes that such a file cannot have.
  init(_ request: EditRequest, files: LivePhotoFiles) throws(LivePhotoError) {
    (self.files, self.request) = (files, request)
    input = try InputFile(request.pair, of: files.source)
    if request.isEmpty { throw refusal("There is nothing to change. Name at least one change.") }
    let isOfBoth = request.keyTime != nil || request.isLongExposure
    if input.kind.isStill, isOfBoth || request.trim != nil || request.removesSound {
      throw refusal("A photo without a movie can be turned, and what tells its place be removed, and nothing else.")
    }
    if request.cutsOff {
      throw refusal("A movie without a still cannot be cut: trim it, which hides the rest.")
    }
    if isOfBoth {
      throw refusal(
        "A movie without a still has no key photo: it can be turned, trimmed and muted, and what tells its place be removed."
      )
    }
  }

  private func refusal(_ message: String) -> LivePhotoError {
    LivePhotoError(.invalidSetting, context: request.name ?? input.path, message: message)
  }

  func run() throws -> (file: WrittenFile, notes: [String]) {
    let (rope, notes) = input.kind.isStill ? try still() : try movie()
    let folder = request.output ?? FileNames.folder(of: input.path)
    let stem = try FileNames.checked(request.name) ?? FileNames.edited(FileNames.stem(of: input.path))
    let path = "\(folder)/\(stem).\(FileNames.fileExtension(of: input.path).uppercased())"
    try files.store.create(path) { write in try rope.write(write) }
    return (WrittenFile(role: input.kind.isStill ? .still : .movie, path: path, size: rope.count), notes)
  }

  private func still() throws -> (rope: ByteRope, notes: [String]) {
    let still = try LivePhotoFiles.still(input.bytes)
    var edits = StillEdits()
    edits.removesLocation = request.removesLocation
    if request.turn != .none { edits.orientation = still.orientation.turned(quarters: request.turn.rawValue / 90) }
    return try LivePhotoError.coding(input.path, "The photo cannot be changed. Take another copy of it.") {
      let edited = try still.edited(edits)
      return (edited.rope, edited.notes)
    }
  }

  private func movie() throws -> (rope: ByteRope, notes: [String]) {
    let movie = try LivePhotoFiles.movie(input.bytes)
    return try LivePhotoError.coding(input.path, "The movie cannot be changed. Take another copy of it.") {
      var editor = try MovieEditor(movie, source: input.bytes)
      if request.removesSound { editor.removeTracks { $0.handler == "soun" } }
      if request.removesLocation { editor.removeLocation(judge: PropertyListLocation.tellsPlace) }
      if request.turn != .none {
        guard let found = movie.videoTrack?.orientation else {
          throw LivePhotoError(
            .unsupported, context: input.path,
            message: "The movie is mirrored or turned by odd degrees, and cannot be turned further.")
        }
        try editor.setOrientation(found.turned(request.turn))
      }
      var notes: [String] = []
      if let wish = request.trim {
        let part = try EditPlan.part(wish, length: movie.length, stillTime: nil, newStillTime: nil, path: input.path)
        // The movie can be cut at its own ticks only.
        let scale = max(1, Int32(clamping: movie.timescale))
        try editor.trim(
          to: TimeRange(start: part.start.converted(toTimescale: scale), end: part.end.converted(toTimescale: scale)))
        notes = ["What was cut off is hidden and still in the movie's file."]
      }
      return (try editor.rope(), notes + editor.notes)
    }
  }
}
