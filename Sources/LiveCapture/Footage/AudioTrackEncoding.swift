import MediaCore
import MovieCoding

/// Encodes one line of sound and keeps what comes out, to be cut by frame numbers or taken from its beginning.
///
/// An encoder gives out a cut's last packets only some 50 ms of sound later. A cut does not wait for that: a second
/// encoder, whose sound ends with the cut, makes them.
final class AudioTrackEncoding {
  private static let usualSeconds = 4
  /// The encoder that compresses the sound to AAC; `nil` for linear PCM.
  let encoder: (any SoundEncoder)?
  private let makeEncoder: (_ bitRate: Int) throws(CodingError) -> any SoundEncoder
  private let isCut: Bool
  private let format: AudioFormat
  // Packets and samples are numbered from the beginning of the line; the first that are kept have these numbers.
  private(set) var packets: [EncodedAudioPacket] = []
  private(set) var firstPacket = 0
  private(set) var pcm: [UInt8] = []
  private var firstFrame = 0
  // The newest samples before they are AAC. They begin with frame `recentStart`, a whole number of packets.
  private var recent: [Float] = []
  private var recentStart = 0

  /// The number of packets whose samples are kept for a cut's end: those inside the encoder, and those that lead in.
  private static let recentPackets = 12
  /// The number of packets of preceding sound that the encoder of a cut's end compresses first, so that it has the
  /// sound's history.
  private static let leadingPackets = 4

  /// Creates an encoder of a line. Without `isCut` there are no cuts, and what they would need is not kept.
  init(
    format: AudioFormat, configuration: SessionConfiguration, sound: any SoundEncoding, isCut: Bool = true
  ) throws(CodingError) {
    self.isCut = isCut
    self.format = format
    makeEncoder = { (bitRate) throws(CodingError) in
      try sound.makeEncoder(configuration.audioEncoder, of: format, bitRate: bitRate)
    }
    switch configuration.audioCoding {
    case .aac(let bitRate): encoder = try makeEncoder(bitRate)
    case .linearPCM:
      encoder = nil
      // As much as a Live Photo has: grown bit by bit, it would be copied to fresh pages each time.
      pcm.reserveCapacity(Self.usualSeconds * format.sampleRate * 2 * format.channelCount)
    }
  }

  func append(_ samples: [Float]) throws(CodingError) {
    guard let encoder else { return PCMConverter.appendInt16Bytes(of: samples.span, to: &pcm) }
    try encoder.encode(samples.span, into: &packets)
    if isCut { keep(samples) }
  }

  private var channelCount: Int { format.channelCount }
  private var frameBytes: Int { 2 * channelCount }

  /// The sound is over: what the encoder holds comes out of it.
  func finish() throws(CodingError) { try encoder?.finish(into: &packets) }

  private func keep(_ samples: [Float]) {
    recent += samples
    let surplus = recent.count / (channelCount * EncodedAudioPacket.aacFrames) - Self.recentPackets
    guard surplus > Self.recentPackets else { return }
    recent.removeFirst(surplus * EncodedAudioPacket.aacFrames * channelCount)
    recentStart += surplus * EncodedAudioPacket.aacFrames
  }

  /// The sound of frames that have been appended and not been forgotten.
  func cut(_ frames: Range<Int>, startingAt start: MediaTime) throws(CodingError) -> MovieAudioTrack {
    guard let encoder else {
      let bytes = pcm[((frames.lowerBound - firstFrame) * frameBytes)..<((frames.upperBound - firstFrame) * frameBytes)]
      return MovieAudioTrack(
        lpcm16: [Array(bytes)], sampleRate: format.sampleRate, channelCount: format.channelCount, startTime: start)
    }
    let first = leadingPacket(for: frames.lowerBound, encoder)
    let last = (frames.upperBound + encoder.primingFrames - 1) / EncodedAudioPacket.aacFrames
    let missing = max(first, firstPacket + packets.count)
    let ending = missing > last ? [] : try ending(from: missing, through: last, at: frames.upperBound, encoder)
    let kept = packets.dropFirst(first - firstPacket).prefix(last + 1 - first)
    // What leads in, be it the encoder's priming or the packet before, is left out by the edit list alike.
    return MovieAudioTrack(
      aac: (kept + ending).map(\.bytes), audioSpecificConfig: encoder.decoderConfiguration,
      primingFrames: frames.lowerBound + encoder.primingFrames - first * EncodedAudioPacket.aacFrames,
      frameCount: frames.count, sampleRate: format.sampleRate, channelCount: format.channelCount, startTime: start)
  }

  /// The packets from `first` to `last` of sound that ends with frame `end`, by an encoder of their own.
  private func ending(
    from first: Int, through last: Int, at end: Int, _ encoder: any SoundEncoder
  ) throws(CodingError) -> [EncodedAudioPacket] {
    let leading = max(first - Self.leadingPackets, recentStart / EncodedAudioPacket.aacFrames)
    let start = leading * EncodedAudioPacket.aacFrames - recentStart
    let sound = recent[(start * channelCount)..<((end - recentStart) * channelCount)]
    let encoder = try makeEncoder(encoder.bitRate)
    var packets: [EncodedAudioPacket] = []
    try encoder.encode(sound.span, into: &packets)
    try encoder.finish(into: &packets)
    return Array(packets[(first - leading)...(last - leading)])
  }

  /// Drops what no cut from `frame` on can need.
  func forget(before frame: Int) {
    if let encoder {
      _ = takePackets(before: leadingPacket(for: frame, encoder))
    } else {
      _ = takeFrames(before: frame)
    }
  }

  /// Hands out the packets that are kept of those before one, and keeps them no longer.
  func takePackets(before end: Int) -> [EncodedAudioPacket] {
    let taken = Array(packets.prefix(max(0, end - firstPacket)))
    packets.removeFirst(taken.count)
    firstPacket += taken.count
    return taken
  }

  /// Hands out the samples that are kept of the frames before one, and keeps them no longer.
  func takeFrames(before end: Int) -> [UInt8] {
    let taken = Array(pcm.prefix(max(0, end - firstFrame) * frameBytes))
    pcm.removeFirst(taken.count)
    firstFrame += taken.count / frameBytes
    return taken
  }

  /// The first packet of a movie that begins with `frame`: the one before the frame's own, as packets overlap.
  private func leadingPacket(for frame: Int, _ encoder: any SoundEncoder) -> Int {
    max(0, (frame + encoder.primingFrames) / EncodedAudioPacket.aacFrames - 1)
  }
}
