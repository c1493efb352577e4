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
  /// When each frame is shown, on the movie's timeline, cut to the part that is wished.
  let times: [TimeRange]
  /// Where the still falls, if the movie says so and it is shown.
  let stillTime: MediaTime?
  /// How stored pictures are turned to be seen.
  let turn: QuarterTurn
  /// What there is to know, a sentence each.
  private(set) var notes: [String] = []

  /// What programs sort files by, by FFmpeg's keys.
  var metadata: [String: String] {
    var texts: [String: String] = [:]
    if let date = movie.text(of: MovieKey.creationDate).flatMap(DateReading.init) {
      let utc = date.wallTime(defaultOffset: 0)
      let text = WallTime(
        secondsSince1970: utc.secondsSince1970, nanosecond: utc.nanosecond, utcOffsetSeconds: 0
      ).localString()
      texts["creation_time"] = text + "Z"
      texts["date"] = String(text.prefix(10))
    }
    let camera = [movie.text(of: MovieKey.make), movie.text(of: MovieKey.model)].compactMap(\.self)
    if !camera.isEmpty { texts["comment"] = camera.joined(separator: " ") }
    return texts
  }

  /// The mean time from one frame to the next.
  var interval: MediaTime {
    guard let first = times.first, let last = times.last else { return MediaTime(value: 1, timescale: 30) }
    let mean = (last.end - first.start).seconds / Double(times.count)
    return MediaTime(seconds: max(mean, 0.001), preferredTimescale: 90_000)
  }

  /// - Throws: `LivePhotoError`, naming the file at fault.
  init(_ request: ExportRequest) throws(LivePhotoError) {
    let named = PairFolder.hasName(request.pair) ? nil : try InputFile(request.pair)
    if let named, named.kind == .movie { input = named } else { input = try PairLookup.halves(of: request.pair).movie }
    movie = try LivePhotoFiles.movie(input.bytes)
    var shown: [ShownSample]
    do { shown = try movie.shownFrames() } catch {
      throw LivePhotoError(
        .malformed, file: input.path, message: "The movie's pictures cannot be listed. Take another copy of it.",
        underlying: error)
    }
    var frames = shown.map { TimeRange(start: $0.time, duration: $0.duration) }
    guard let last = frames.last else {
      throw LivePhotoError(.unsupported, file: input.path, message: "The movie shows no picture. Take another one.")
    }
    if let wish = request.trim {
      let window = try EditPlan.part(
        wish, length: max(movie.length, last.end), stillTime: nil, newStillTime: nil, path: input.path)
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
  func frames(range: ColorRange, width: Int?) throws -> MovieFrames {
    try MovieFrames(movie, source: input.bytes, frames: shown, times: times, range: range) { stored in
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
    guard let stream = movie.mainAudio,
      var track = try SoundConversion.aac(of: movie, stream: stream, origin: first.start, progress: checkpoint)
    else { return nil }
    // Decoders need the packet before the first one that is heard.
    track.packets.removeAll { $0.presentationTime < -2 * $0.duration }
    return track.packets.isEmpty ? nil : track
  }
}
