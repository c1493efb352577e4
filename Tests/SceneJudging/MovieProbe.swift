import FoundationEssentials
import MediaCore
public import Simulator

/// Looks at finished movies and stills of a scene with ffmpeg and ffprobe, as a player would.
///
/// Nothing of livecam's own reading is used, so that a fault of the writer is not hidden by the same fault here.
public struct MovieProbe: Sendable {
  private let ffmpeg: ProbeTool
  private let ffprobe: ProbeTool

  /// A probe by the programs of the given names or paths.
  public init(ffmpeg: String = "ffmpeg", ffprobe: String = "ffprobe") {
    self.ffmpeg = ProbeTool(name: ffmpeg)
    self.ffprobe = ProbeTool(name: ffprobe)
  }

  /// Decodes all of a movie and reports what it shows and sounds like.
  /// - Throws: ``ProbeError``; `.toolMissing` when ffmpeg is not installed.
  public func report(onMovie path: String) throws(ProbeError) -> ProbedMovie {
    try report(onMovie: path, still: nil).movie
  }

  /// Decodes a movie and its still, and reports what the one shows and sounds like and the code of the other.
  ///
  /// One start of ffmpeg does it all: it costs more than what is then decoded of a few seconds.
  /// - Throws: ``ProbeError``; `.toolMissing` when ffmpeg is not installed.
  func report(onMovie path: String, still: String?) throws(ProbeError) -> (movie: ProbedMovie, stillCode: BarCode?) {
    let tracks = try tracks(of: path)
    guard let video = tracks.streams.first(where: { $0.codecType == "video" }) else {
      throw ProbeError(
        code: .unexpectedOutput, tool: ffprobe.name, file: path, message: "The movie has no video track.")
    }
    let audio = tracks.streams.first { $0.codecType == "audio" }
    let (soundFile, stillFile) = (SideFile(), SideFile())
    var outputs = ["-map", "0:v:0", "-vf", "showinfo=checksum=0", "-fps_mode", "passthrough"] + Self.grayMaps(to: "-")
    if audio != nil { outputs += ["-map", "0:a:0", "-af", "ashowinfo", "-ac", "1", "-f", "f32le", soundFile.path] }
    if still != nil { outputs += ["-map", "1:v:0", "-frames:v", "1"] + Self.grayMaps(to: stillFile.path) }
    let stillInput = still.map { ["-noautorotate", "-i", $0] } ?? []
    let (frames, size, log) = try frames(
      of: path,
      [
        "-hide_banner", "-nostdin", "-nostats", "-v", "info", "-noautorotate", "-copyts", "-i", path,
      ] + stillInput + outputs)
    let sound = try audio.map { (stream) throws(ProbeError) in
      try self.sound(try soundFile.read(of: path, tool: ffmpeg.name), log, of: path, stream: stream)
    }
    let beeps = sound.map { sound in
      BeepDetector(sampleRate: sound.rate).onsets(in: sound.samples).map { sound.time(ofOnset: $0) }
    }
    let movie = ProbedMovie(
      width: size.width, height: size.height, frames: frames, videoDuration: Self.time(video.duration),
      stillTime: Self.time(tracks.streams.first { $0.codecType == "data" }?.startTime),
      audioDuration: Self.time(audio?.duration), duration: Self.time(tracks.format?.duration),
      soundRange: sound?.range, sampleRate: sound?.rate, beeps: beeps ?? [], sound: sound?.samples ?? [])
    guard let still else { return (movie, nil) }
    let maps = try stillFile.read(of: still, tool: ffmpeg.name)
    let picture = try picture(in: still) { (reader, body) throws(ProbeError) in
      try reader.add(maps, file: still, body)
    }
    return (movie, BarCodeReader().read(picture))
  }

  /// Decodes a still, JPEG or whatever else ffmpeg reads, to luma.
  /// - Throws: ``ProbeError``; `.toolMissing` when ffmpeg is not installed.
  public func picture(ofStill path: String) throws(ProbeError) -> GrayPicture {
    try picture(in: path) { (reader, body) throws(ProbeError) in
      _ = try ffmpeg.run(
        ["-hide_banner", "-nostdin", "-v", "error", "-noautorotate", "-i", path, "-frames:v", "1"]
          + Self.grayMaps(to: "-"), file: path
      ) { (piece) throws(ProbeError) in
        try reader.add(piece, file: path, body)
      }
    }
  }

  /// The first picture of a stream of grey maps, which `read` gives to a reader.
  private func picture(
    in path: String, _ read: (GrayMapReader, (GrayPicture) -> Void) throws(ProbeError) -> Void
  ) throws(ProbeError) -> GrayPicture {
    var first: GrayPicture?
    try read(GrayMapReader()) { if first == nil { first = $0 } }
    guard let first else {
      throw ProbeError(
        code: .unexpectedOutput, tool: ffmpeg.name, file: path, message: "No picture came out of the file.")
    }
    return first
  }

  /// What the code in a still says, or `nil` if none can be read.
  /// - Throws: ``ProbeError``; `.toolMissing` when ffmpeg is not installed.
  public func code(inStill path: String) throws(ProbeError) -> BarCode? {
    BarCodeReader().read(try picture(ofStill: path))
  }

  // Portable grey maps carry their size, so a stream of them describes itself.
  private static func grayMaps(to path: String) -> [String] {
    ["-f", "image2pipe", "-c:v", "pgm", "-pix_fmt", "gray", path]
  }

  /// Runs ffmpeg, whose standard output is a movie's pictures.
  private func frames(
    of path: String, _ arguments: [String]
  ) throws(ProbeError) -> (frames: [ProbedMovie.Frame], size: (width: Int, height: Int), log: FilterLog) {
    var seen: [(code: BarCode?, isFlash: Bool)] = []
    var size = (width: 0, height: 0)
    let codes = BarCodeReader()
    let flashes = FlashDetector()
    let reader = GrayMapReader()
    let said = try ffmpeg.run(arguments, file: path) { (piece) throws(ProbeError) in
      try reader.add(piece, file: path) { picture in
        size = (picture.width, picture.height)
        seen.append((codes.read(picture), flashes.isFlash(picture)))
      }
    }
    let log = FilterLog(said)
    guard log.pictureTimes.count == seen.count else {
      throw ProbeError(
        code: .unexpectedOutput, tool: ffmpeg.name, file: path,
        message: "\(seen.count) pictures came with \(log.pictureTimes.count) times.")
    }
    let frames = zip(log.pictureTimes, seen).map { ProbedMovie.Frame(time: $0, code: $1.code, isFlash: $1.isFlash) }
    return (frames, size, log)
  }

  private func sound(
    _ data: Data, _ log: FilterLog, of path: String, stream: Tracks.Stream
  ) throws(ProbeError) -> Sound {
    // Little-endian, as are all machines that this runs on.
    let samples = [Float](unsafeUninitializedCapacity: data.count / 4) { samples, count in
      count = data.copyBytes(to: samples) / 4
    }
    guard let rate = stream.sampleRate.flatMap({ Int($0) }), (8000...768_000).contains(rate) else {
      throw ProbeError(
        code: .unexpectedOutput, tool: ffprobe.name, file: path, message: "The sound track tells no rate.")
    }
    let pieces = log.soundPieces
    guard pieces.reduce(0, { $0 + $1.count }) == samples.count else {
      throw ProbeError(
        code: .unexpectedOutput, tool: ffmpeg.name, file: path,
        message: "\(samples.count) samples came in pieces of \(pieces.reduce(0) { $0 + $1.count }) in all.")
    }
    return Sound(rate: rate, samples: samples, pieces: pieces)
  }

  private func tracks(of path: String) throws(ProbeError) -> Tracks {
    let (data, _) = try ffprobe.output(
      ["-v", "error", "-show_streams", "-show_format", "-of", "json", path], file: path)
    do {
      let decoder = JSONDecoder()
      decoder.keyDecodingStrategy = .convertFromSnakeCase
      return try decoder.decode(Tracks.self, from: Data(data))
    } catch {
      throw ProbeError(
        code: .unexpectedOutput, tool: ffprobe.name, file: path, underlying: error,
        message: "The description of the tracks could not be read.")
    }
  }

  private static func time(_ text: String?) -> MediaTime? {
    text.flatMap { Double($0) }.map { MediaTime(seconds: $0, preferredTimescale: 1_000_000) }
  }

  /// What ffprobe tells of a file, as far as it is needed.
  private struct Tracks: Decodable {
    struct Stream: Decodable {
      let codecType: String?
      let duration: String?
      let startTime: String?
      let sampleRate: String?
    }
    struct Format: Decodable { let duration: String? }

    let streams: [Stream]
    let format: Format?
  }

  /// Decoded sound in pieces, each with its time.
  private struct Sound {
    let rate: Int
    let samples: [Float]
    let pieces: [FilterLog.SoundPiece]

    var range: TimeRange? {
      guard let first = pieces.first, let last = pieces.last else { return nil }
      return TimeRange(
        start: time(first), end: time(last) + MediaTime(value: Int64(last.count), timescale: Int32(rate)))
    }

    /// When an instant is heard that lies `onset` behind the first sample.
    func time(ofOnset onset: MediaTime) -> MediaTime {
      let index = onset.seconds * Double(rate)
      var start = 0
      for piece in pieces {
        if index < Double(start + piece.count) || start + piece.count == samples.count {
          let rest = MediaTime(seconds: (index - Double(start)) / Double(rate), preferredTimescale: 1_000_000_000)
          return time(piece) + rest
        }
        start += piece.count
      }
      return onset
    }

    private func time(_ piece: FilterLog.SoundPiece) -> MediaTime {
      // Sound leaves ffmpeg's decoder with times in frames.
      MediaTime(value: piece.pts, timescale: Int32(rate))
    }
  }
}
