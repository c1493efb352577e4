import MediaCore
import MovieCoding

/// The sound of a recording, brought to the session's clock, encoded, and handed out as far as the picture has come.
///
/// Frame 0 is the instant of the first picture.
final class RecordingSound {
  private enum Coder {
    case aac(any SoundEncoder)
    case linearPCM
  }

  private let format: AudioFormat
  private let coder: Coder
  private let start: MediaTime
  private var line: SoundLine
  private var packets: [EncodedAudioPacket] = []
  private var pcm: [UInt8] = []
  /// Packets, or frames, that were handed out.
  private var taken = 0
  /// Frames that are silence in place of sound that was lost.
  private(set) var fillerCount = 0

  init(
    format: AudioFormat, configuration: SessionConfiguration, sound: any SoundEncoding, from start: MediaTime
  ) throws(CodingError) {
    self.format = format
    self.start = start
    line = SoundLine(sound, sampleRate: format.sampleRate, channelCount: format.channelCount)
    switch configuration.audioCoding {
    case .aac(let bitRate):
      coder = .aac(try sound.makeEncoder(configuration.audioEncoder, of: format, bitRate: bitRate))
    case .linearPCM: coder = .linearPCM
    }
  }

  /// What the movie says of it.
  var description: SoundDescription {
    var description = SoundDescription(
      coding: .lpcm16, sampleRate: format.sampleRate, channelCount: format.channelCount)
    if case .aac(let encoder) = coder {
      description.coding = .aac(
        audioSpecificConfig: encoder.decoderConfiguration, primingFrames: encoder.primingFrames)
      description.bitRate = encoder.bitRate
    }
    return description
  }

  var waitingBytes: Int { pcm.count + packets.reduce(0) { $0 + $1.bytes.count } }

  var waitingPackets: Int { packets.count }

  func frames(in duration: MediaTime) -> Int { Int((duration.seconds * Double(format.sampleRate)).rounded()) }

  /// Encodes a chunk of a microphone that takes `clockRate` frames in a second of the session's clock.
  func encode(_ chunk: AudioChunk, clockRate: Double) throws(CodingError) {
    let from = line.outputFrames
    let samples = try line.place(chunk, at: frames(in: chunk.time - start), clockRate: clockRate)
    if chunk.isFiller { fillerCount += line.outputFrames - from }
    try encode(samples)
  }

  /// What is encoded of the first `end` frames and has not been handed out yet.
  func take(upTo end: Int) -> [FragmentedMovieWriter.Sample] {
    switch coder {
    case .aac(let encoder):
      let count = min(packets.count, max(0, (encoder.primingFrames + end) / EncodedAudioPacket.aacFrames - taken))
      return takePackets(count)
    case .linearPCM: return takeFrames(upTo: end)
    }
  }

  /// What is left of the first `end` frames; where no sound has come there is silence. Nothing can be encoded after.
  func finish(at end: Int) throws(CodingError) -> [FragmentedMovieWriter.Sample] {
    if end > line.outputFrames {
      let from = line.outputFrames
      let samples = try line.padding(to: end)
      fillerCount += line.outputFrames - from
      try encode(samples)
    }
    guard case .aac(let encoder) = coder else { return takeFrames(upTo: end) }
    try encoder.finish(into: &packets)
    let last = encoder.primingFrames + end
    let count = (last + EncodedAudioPacket.aacFrames - 1) / EncodedAudioPacket.aacFrames - taken
    var samples = takePackets(min(packets.count, max(0, count)))
    // The track ends with the picture: what the last packet holds beyond it is not heard.
    let surplus = taken * EncodedAudioPacket.aacFrames - last
    if surplus > 0, surplus < EncodedAudioPacket.aacFrames, let index = samples.indices.last {
      samples[index].duration -= UInt32(surplus)
    }
    return samples
  }

  private func encode(_ samples: [Float]) throws(CodingError) {
    switch coder {
    case .aac(let encoder): try encoder.encode(samples.span, into: &packets)
    case .linearPCM: PCMConverter.appendInt16Bytes(of: samples.span, to: &pcm)
    }
  }

  private func takePackets(_ count: Int) -> [FragmentedMovieWriter.Sample] {
    defer {
      packets.removeFirst(count)
      taken += count
    }
    return packets.prefix(count).map { .init(data: $0.bytes, duration: UInt32($0.frameCount)) }
  }

  private func takeFrames(upTo end: Int) -> [FragmentedMovieWriter.Sample] {
    let frameBytes = 2 * format.channelCount
    let count = min(pcm.count / frameBytes, max(0, end - taken))
    guard count > 0 else { return [] }
    let bytes = Array(pcm.prefix(count * frameBytes))
    pcm.removeFirst(bytes.count)
    taken += count
    return [.init(data: bytes, duration: UInt32(count))]
  }
}
