import CaptureDevices
import LiveCapture
import MediaCore
import Simulator

/// Measures encoders by a short stretch of a scene, in the way that movies are made: from a camera's JPEGs.
struct EncoderTrial {
  let media: CaptureMedia
  let clock: any MediaClock

  static let mode = VideoMode(
    format: VideoFormat(pixelFormat: .mjpeg, width: 1280, height: 720),
    frameInterval: MediaTime(value: 1, timescale: 30))
  /// The number of frames, which last one second.
  static let pictures = 30
  /// The pace, as a multiple of real time, at which the pre-roll is encoded by the time the rest has been filmed.
  private static let comfortable = 2.0

  func run(_ tell: (CheckupFinding) -> Void) {
    let frames: [VideoFrame]
    do throws(CodingError) {
      frames = try SceneFootage.frames(Self.pictures, of: Self.mode, pictures: media.pictures)
    } catch { return tell(CheckupFinding(.encoder, .lacking, "JPEG", "\(error)")) }
    for codec in VideoCodec.allCases { tell(movies(codec, frames)) }
    if let frame = frames.first { tell(heic(frame)) }
    for encoder in AudioEncoder.allCases { tell(sound(encoder)) }
  }

  // MARK: Movies

  private func movies(_ codec: VideoCodec, _ frames: [VideoFrame]) -> CheckupFinding {
    let name = codec == .h264 ? "H.264" : "HEVC"
    do throws(CodingError) {
      try media.movies.prepare(codec)
      let usual = codec == .h264 ? SessionConfiguration().videoPreset : SessionConfiguration().hevcPreset
      var preset = usual
      var pace = try pace(codec, usual, frames)
      if pace < Self.comfortable, preset != .ultrafast {
        preset = .ultrafast
        pace = try self.pace(codec, preset, frames)
      }
      let message = "\(MachineCheckup.rounded(pace)) times real time at 1280x720, preset \(preset.rawValue)"
      let figures = ["pace": pace]
      if pace >= Self.comfortable { return CheckupFinding(.encoder, .ok, name, message, figures: figures) }
      return CheckupFinding(
        .encoder, codec == .h264 && pace < 1 ? .lacking : .limited, name,
        message + (pace < 1 ? ", too slow for movies of that size" : ", so movies are complete some seconds late"),
        advice: codec == .h264 ? "Film smaller pictures, such as --size 640x480" : "Use --movie-codec h264",
        figures: figures)
    } catch {
      return CheckupFinding(
        .encoder, codec == .h264 ? .lacking : .limited, name, "not there", advice: Self.advice(error))
    }
  }

  /// Returns the pace of an encoder: the seconds of footage that it encodes in a second.
  private func pace(
    _ codec: VideoCodec, _ preset: MovieEncoderSettings.Preset, _ frames: [VideoFrame]
  ) throws(CodingError) -> Double {
    let settings = MovieEncoderSettings(
      width: Self.mode.format.width, height: Self.mode.format.height, frameInterval: Self.mode.frameInterval,
      range: Self.mode.format.range, preset: preset)
    let encoder = try media.movies.makeEncoder(MovieEncoderPlan(codec: codec, settings: settings))
    let seconds = try seconds { () throws(CodingError) in
      for frame in frames { _ = try encoder.encode(frame, forceSync: false, next: nil) }
    }
    return Double(frames.count) * Self.mode.frameInterval.seconds / seconds
  }

  // MARK: Stills and sound

  private func heic(_ frame: VideoFrame) -> CheckupFinding {
    let configuration = SessionConfiguration()
    do throws(CodingError) {
      try media.stills.prepare(.heic)
      let order = StillOrder(
        kind: .heic(quality: configuration.heicQuality, preset: configuration.heicPreset),
        metadata: StillMetadata(date: WallTime(secondsSince1970: 0, nanosecond: 0, utcOffsetSeconds: 0)))
      let seconds = try seconds { () throws(CodingError) in _ = try media.stills.make(order, of: [frame]) }
      return CheckupFinding(
        .encoder, .ok, "HEIC", "a still of 1280x720 in \(MachineCheckup.rounded(seconds * 1000)) ms",
        figures: ["seconds": seconds])
    } catch { return CheckupFinding(.encoder, .limited, "HEIC", "not there", advice: Self.advice(error)) }
  }

  private func sound(_ encoder: AudioEncoder) -> CheckupFinding {
    let name = "AAC (\(encoder.rawValue))"
    let (rate, length) = (48_000, 5)
    // A tone: encoders take about as long for one as for speech.
    let samples = (0..<rate * length).map { Float(($0 / 50) % 2) * 0.2 - 0.1 }
    do throws(CodingError) {
      try media.sound.prepare(encoder)
      let work = try media.sound.makeEncoder(
        encoder, of: AudioFormat(sampleRate: rate, channelCount: 1, sampleFormat: .float), bitRate: 96_000)
      var packets: [EncodedAudioPacket] = []
      let seconds = try seconds { () throws(CodingError) in
        try work.encode(samples.span, into: &packets)
        try work.finish(into: &packets)
      }
      let pace = Double(length) / seconds
      return CheckupFinding(
        .encoder, .ok, name, "\(MachineCheckup.rounded(pace)) times real time", figures: ["pace": pace])
    } catch {
      return CheckupFinding(
        .encoder, .limited, name,
        encoder == .visualOn ? "not there, so movies carry PCM or need the other" : "not there, and not needed",
        advice: Self.advice(error))
    }
  }

  private func seconds(_ work: () throws(CodingError) -> Void) throws(CodingError) -> Double {
    let start = clock.now
    try work()
    return max((clock.now - start).seconds, 1e-9)
  }

  /// Returns the advice on an error; for a missing library, the command that installs it.
  private static func advice(_ error: CodingError) -> String {
    guard error.code == .missingLibrary,
      let start = error.message.firstRange(of: "Install the Debian package ")?.upperBound
    else { return "\(error)" }
    return "sudo apt install " + error.message[start...].prefix { $0 != "." && $0 != " " }
  }
}
