import MediaCore

/// Encodes one line of sound and keeps what comes out, to be cut by frame numbers.
///
/// An encoder gives out a cut's last packets only some 50 ms of sound later. A cut does not wait for that: a second
/// encoder, whose sound ends with the cut, makes them.
final class AudioTrackEncoding {
  private enum Coder {
    case aac(any SoundEncoder)
    case linearPCM
  }

  private static let usualSeconds = 4
  private let coder: Coder
  private let makeEncoder: (_ bitRate: Int) throws(CodingError) -> any SoundEncoder
  private let channelCount: Int
  // Packets and samples are numbered from the beginning of the line; the first that are kept have these numbers.
  private var packets: [EncodedAudioPacket] = []
  private var firstPacket = 0
  private var pcm: [UInt8] = []
  private var firstFrame = 0
  // The newest samples before they are AAC. They begin with frame `recentStart`, a whole number of packets.
  private var recent: [Float] = []
  private var recentStart = 0

  /// How many packets of samples are kept for a cut's end: those inside the encoder, and those that lead in.
  private static let recentPackets = 12
  /// How many packets the encoder of a cut's end makes of what comes before, so that it knows the sound.
  private static let leadingPackets = 4

  init(
    format: AudioFormat, configuration: SessionConfiguration, sound: any SoundEncoding
  ) throws(CodingError) {
    channelCount = format.channelCount
    makeEncoder = { (bitRate) throws(CodingError) in
      try sound.makeEncoder(configuration.audioEncoder, of: format, bitRate: bitRate)
    }
    switch configuration.audioCoding {
    case .aac(let bitRate): coder = .aac(try makeEncoder(bitRate))
    case .linearPCM:
      coder = .linearPCM
      // As much as a Live Photo has: grown bit by bit, it would be copied to fresh pages each time.
      pcm.reserveCapacity(Self.usualSeconds * format.sampleRate * 2 * format.channelCount)
    }
  }

  func append(_ samples: [Float]) throws(CodingError) {
    switch coder {
    case .aac(let encoder):
      try encoder.encode(samples.span, into: &packets)
      keep(samples)
    case .linearPCM: PCMConverter.appendInt16Bytes(of: samples.span, to: &pcm)
    }
  }

  private func keep(_ samples: [Float]) {
    recent += samples
    let surplus = recent.count / (channelCount * EncodedAudioPacket.aacFrames) - Self.recentPackets
    guard surplus > Self.recentPackets else { return }
    recent.removeFirst(surplus * EncodedAudioPacket.aacFrames * channelCount)
    recentStart += surplus * EncodedAudioPacket.aacFrames
  }

  func covers(_ frames: Range<Int>) -> Bool {
    switch coder {
    case .aac: recentStart + recent.count / channelCount >= frames.upperBound
    case .linearPCM: firstFrame + pcm.count / (2 * channelCount) >= frames.upperBound
    }
  }

  /// The sound of frames that are covered and have not been forgotten.
  func cut(_ frames: Range<Int>) throws(CodingError) -> AudioFootage.Cut.Coding {
    switch coder {
    case .aac(let encoder):
      let first = leadingPacket(for: frames.lowerBound, encoder)
      let last = lastPacket(for: frames, encoder)
      let missing = max(first, firstPacket + packets.count)
      let ending = missing > last ? [] : try ending(from: missing, through: last, at: frames.upperBound, encoder)
      return .aac(
        packets: packets.dropFirst(first - firstPacket).prefix(last + 1 - first) + ending,
        leadingFrames: frames.lowerBound + encoder.primingFrames - first * EncodedAudioPacket.aacFrames,
        configuration: encoder.decoderConfiguration)
    case .linearPCM:
      let size = 2 * channelCount
      return .linearPCM(
        Array(pcm[((frames.lowerBound - firstFrame) * size)..<((frames.upperBound - firstFrame) * size)]))
    }
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
    guard frame > 0 else { return }
    switch coder {
    case .aac(let encoder):
      let count = min(packets.count, leadingPacket(for: frame, encoder) - firstPacket)
      guard count > 0 else { return }
      packets.removeFirst(count)
      firstPacket += count
    case .linearPCM:
      let count = min(pcm.count / (2 * channelCount), frame - firstFrame)
      guard count > 0 else { return }
      pcm.removeFirst(count * 2 * channelCount)
      firstFrame += count
    }
  }

  /// The first packet of a movie that begins with `frame`: the one before the frame's own, as packets overlap.
  private func leadingPacket(for frame: Int, _ encoder: any SoundEncoder) -> Int {
    max(0, (frame + encoder.primingFrames) / EncodedAudioPacket.aacFrames - 1)
  }

  private func lastPacket(for frames: Range<Int>, _ encoder: any SoundEncoder) -> Int {
    (frames.upperBound + encoder.primingFrames - 1) / EncodedAudioPacket.aacFrames
  }
}
