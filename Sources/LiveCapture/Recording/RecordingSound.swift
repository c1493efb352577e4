import MediaCore
import MovieCoding

/// The sound of a recording, brought to the session's clock, encoded, and handed out as far as the picture has come.
///
/// Frame 0 is the instant of the first picture.
final class RecordingSound {
  private let format: AudioFormat
  private let track: AudioTrackEncoding
  private let start: MediaTime
  private var line: SoundLine
  private var fillerCount = 0

  init(
    format: AudioFormat, configuration: SessionConfiguration, sound: any SoundEncoding, from start: MediaTime
  ) throws(CodingError) {
    self.format = format
    self.start = start
    line = SoundLine(sound, sampleRate: format.sampleRate, channelCount: format.channelCount)
    track = try AudioTrackEncoding(format: format, configuration: configuration, sound: sound, isCut: false)
  }

  var description: SoundDescription {
    var description = SoundDescription(
      coding: .lpcm16, sampleRate: format.sampleRate, channelCount: format.channelCount)
    if let encoder = track.encoder {
      description.coding = .aac(
        audioSpecificConfig: encoder.decoderConfiguration, primingFrames: encoder.primingFrames)
      description.bitRate = encoder.bitRate
    }
    return description
  }

  /// The duration of the silence that stands in for lost sound.
  var filler: MediaTime { MediaTime(value: Int64(fillerCount), timescale: Int32(format.sampleRate)) }

  var waitingBytes: Int { track.pcm.count + track.packets.reduce(0) { $0 + $1.bytes.count } }

  var waitingPackets: Int { track.packets.count }

  /// Encodes a chunk of a microphone that takes `clockRate` frames in a second of the session's clock.
  func encode(_ chunk: AudioChunk, clockRate: Double) throws(CodingError) {
    let from = line.outputFrames
    let frame = Int(((chunk.time - start).seconds * Double(format.sampleRate)).rounded())
    let samples = try line.place(chunk, at: frame, clockRate: clockRate)
    if chunk.isFiller { fillerCount += line.outputFrames - from }
    try track.append(samples)
  }

  /// Returns the samples that are encoded of the first `end` frames and have not been handed out yet.
  func take(upTo end: Int) -> [FragmentedMovieWriter.Sample] {
    guard let encoder = track.encoder else {
      let bytes = track.takeFrames(before: end)
      return bytes.isEmpty
        ? [] : [.init(data: bytes, durationTicks: UInt32(bytes.count / (2 * format.channelCount)))]
    }
    return takePackets(before: (encoder.primingFrames + end) / EncodedAudioPacket.aacFrames)
  }

  /// Returns the remaining samples of the first `end` frames, with silence where no sound has come. Nothing can be
  /// encoded after.
  func finish(at end: Int) throws(CodingError) -> [FragmentedMovieWriter.Sample] {
    if end > line.outputFrames {
      let from = line.outputFrames
      try track.append(line.padding(to: end))
      fillerCount += line.outputFrames - from
    }
    try track.finish()
    guard let encoder = track.encoder else { return take(upTo: end) }
    let last = encoder.primingFrames + end
    var samples = takePackets(before: (last + EncodedAudioPacket.aacFrames - 1) / EncodedAudioPacket.aacFrames)
    // The track ends with the picture: what the last packet holds beyond it is not heard.
    let surplus = track.firstPacket * EncodedAudioPacket.aacFrames - last
    if surplus > 0, surplus < EncodedAudioPacket.aacFrames, let index = samples.indices.last {
      samples[index].durationTicks -= UInt32(surplus)
    }
    return samples
  }

  private func takePackets(before end: Int) -> [FragmentedMovieWriter.Sample] {
    track.takePackets(before: end).map { .init(data: $0.bytes, durationTicks: UInt32($0.frameCount)) }
  }
}
