import FileStorage
import ForeignMedia
import ISOBoxes
import MediaCore
import MovieCoding
import VideoCoding

/// The movie that is exported, and what of it is shown.
struct ExportSource {
  let input: InputFile
  private let movie: MovieFile
  private let shown: [ShownSample]
  /// The times at which the frames are shown, on the movie's timeline, cut to the requested part.
  let times: [TimeRange]
  /// The still's time, if the movie gives it and it is shown.
  let stillTime: MediaTime?
  /// The turn with which stored pictures are shown.
  let turn: QuarterTurn
  /// The notes for the user, a sentence each.
  private(set) var notes: [String] = []

  /// Makes sure that the coded pictures make sense: decoders show something, whatever they are.
  /// - Throws: `LivePhotoError` with `.malformed`; `CancellationError`.
  func checkPictures() throws {
    guard let problem = try movie.unitProblem(in: input.bytes) else { return }
    throw LivePhotoError(.malformed, context: input.path, message: "The movie is damaged: \(problem).")
  }

  /// Writes down what programs sort files by: when the movie begins, in UTC, and with which camera it was taken.
  func describe(in editor: inout MovieEditor) {
    if let date = movie.text(of: MovieKey.creationDate).flatMap(DateReading.init)?.wallTime(defaultOffset: 0) {
      editor.setDate(date)
    }
    for key in [MovieKey.make, MovieKey.model] { editor.setMetadata(key, text: movie.text(of: key)) }
  }

  var interval: MediaTime {
    guard let first = times.first, let last = times.last else { return MediaTime(value: 1, timescale: 30) }
    let mean = (last.end - first.start).seconds / Double(times.count)
    return MediaTime(seconds: max(mean, 0.001), preferredTimescale: 90_000)
  }

  /// - Throws: `LivePhotoError`, naming the file at fault.
  init(_ request: ExportRequest, of files: any FileSource) throws(LivePhotoError) {
    let named = PairFolder.hasName(request.pair) ? nil : try InputFile(request.pair, of: files)
    if let named, named.kind == .movie {
      input = named
    } else {
      input = try PairLookup.halves(of: request.pair, partner: request.partner, in: files).movie
    }
    movie = try LivePhotoFiles.movie(input.bytes)
    var (shown, frames) = try EditPlan.pictures(of: movie, path: input.path)
    if let wish = request.trim {
      let window = try EditPlan.part(
        wish, length: max(movie.length, frames[frames.count - 1].end), stillTime: nil, newStillTime: nil,
        path: input.path)
      let kept = EditPlan.frames(in: window, of: frames)
      shown = Array(shown[kept])
      frames = frames[kept].map { $0.intersection(window) }
    }
    self.shown = shown
    times = frames
    stillTime = movie.stillTime.flatMap { time in frames.contains { $0.contains(time) } ? time : nil }
    let degrees = movie.videoTrack?.matrix.clockwiseDegrees
    if degrees == nil { notes.append("The movie is mirrored or turned by odd degrees; it is shown as stored.") }
    turn = (QuarterTurn(rawValue: degrees ?? 0) ?? .none).followed(by: request.turn)
  }

  /// The pictures, decoded at about the size at which they are seen.
  func frames(range: ColorRange, width: Int?, keepsDisplayP3: Bool) throws -> MovieFrames {
    try MovieFrames(
      movie, source: input.bytes, frames: shown, times: times, range: range, keepsDisplayP3: keepsDisplayP3
    ) { stored in
      let shape = ExportShape(storedWidth: stored.width, storedHeight: stored.height, turn: turn, width: width)
      return turn.swapsSides ? (shape.height, shape.width) : (shape.width, shape.height)
    }
  }

  /// The shape of pictures that come at the size at which they are seen.
  func shape(_ stream: MovieFrames) -> ExportShape {
    ExportShape(storedWidth: stream.size.width, storedHeight: stream.size.height, turn: turn, width: nil)
  }

  /// The sound of the part that is shown, as AAC; `nil` if there is none.
  func sound(_ checkpoint: (Double) throws -> Void) throws -> PacketTrack? {
    guard let first = times.first else { return nil }
    let movie = try ForeignMovie(source: input.bytes)
    guard var track = try SoundConversion.aac(of: movie, origin: first.start, progress: checkpoint) else { return nil }
    // Decoders need the packet before the first one that is heard.
    track.packets.removeAll { $0.presentationTime < -2 * $0.duration }
    return track.packets.isEmpty ? nil : track
  }
}
