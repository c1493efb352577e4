import AudioCoding
import ByteCoding
import ForeignMedia
import MediaCore
import MovieCoding

enum SoundConversion {
  /// The sound of a movie as AAC, with `origin` on the movie's timeline as the new time 0; `nil` if there is none to be
  /// heard.
  static func aac(
    of movie: ForeignMovie, origin: MediaTime, progress: (Double) throws -> Void
  ) throws -> PacketTrack? {
    guard let stream = movie.mainAudio else { return nil }
    let rate = rate(stream.audio?.sampleRate ?? 0)
    let channels = min(2, max(1, stream.audio?.channelCount ?? 1))
    let reader = try SoundReader(
      movie, stream: stream.index, sampleFormat: .float, sampleRate: rate, channelCount: channels)
    let encoder = try AACEncoder(settings: AACEncoderSettings(sampleRate: rate, channelCount: channels))
    var encoded: [EncodedAudioPacket] = []
    var start: MediaTime?
    while let chunk = try reader.next() {
      try progress(reader.fraction)
      start = start ?? chunk.time
      let samples = try PCMConverter.floats(of: chunk)
      try encoder.encode(samples.span, into: &encoded)
    }
    try encoder.finish(into: &encoded)
    guard let start, encoder.inputFrames > 0, let scale = Int32(exactly: rate) else { return nil }
    let first = (start - origin).converted(toTimescale: scale).value
    let priming = Int64(encoder.primingFrames)
    var time = first - priming
    let packets = encoded.map { packet in
      defer { time += Int64(EncodedAudioPacket.aacFrames) }
      return PacketTrack.Packet(
        data: packet.bytes, decodeTime: time, presentationTime: time, duration: Int64(EncodedAudioPacket.aacFrames),
        isSync: true)
    }
    var track = PacketTrack(
      media: .aac(audioSpecificConfig: encoder.audioSpecificConfig, channelCount: channels), timescale: scale,
      packets: packets)
    track.shown = first..<first + Int64(encoder.inputFrames)
    return track
  }

  /// The rate itself where AAC has it and phones play it, else 48 000.
  private static func rate(_ rate: Int) -> Int {
    AACEncoderSettings.sampleRates.contains(rate) && (8000...48_000).contains(rate) ? rate : 48_000
  }
}
