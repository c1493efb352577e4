import MediaCore

/// Encodes one line of sound and keeps what comes out, to be cut by frame numbers.
final class AudioTrackEncoding {
  private enum Coder {
    case aac(any SoundEncoder)
    case linearPCM
  }

  private static let usualSeconds = 4
  private let coder: Coder
  private let channelCount: Int
  // Packets and samples are numbered from the beginning of the line; the first that are kept have these numbers.
  private var packets: [EncodedAudioPacket] = []
  private var firstPacket = 0
  private var pcm: [UInt8] = []
  private var firstFrame = 0

  init(
    format: AudioFormat, configuration: SessionConfiguration, sound: any SoundEncoding
  ) throws(CodingError) {
    channelCount = format.channelCount
    switch configuration.audioCoding {
    case .aac(let bitRate):
      coder = .aac(try sound.makeEncoder(configuration.audioEncoder, of: format, bitRate: bitRate))
    case .linearPCM:
      coder = .linearPCM
      // As much as a Live Photo has: grown bit by bit, it would be copied to fresh pages each time.
      pcm.reserveCapacity(Self.usualSeconds * format.sampleRate * 2 * format.channelCount)
    }
  }

  func append(_ samples: [Float]) throws(CodingError) {
    switch coder {
    case .aac(let encoder): try encoder.encode(samples.span, into: &packets)
    case .linearPCM: PCMConverter.appendInt16Bytes(of: samples.span, to: &pcm)
    }
  }

  /// Whether all of the frames are encoded.
  func covers(_ frames: Range<Int>) -> Bool {
    switch coder {
    case .aac(let encoder): firstPacket + packets.count > lastPacket(for: frames, encoder)
    case .linearPCM: firstFrame + pcm.count / (2 * channelCount) >= frames.upperBound
    }
  }

  func cut(_ frames: Range<Int>) -> AudioFootage.Cut.Coding {
    switch coder {
    case .aac(let encoder):
      let first = leadingPacket(for: frames.lowerBound, encoder)
      let last = lastPacket(for: frames, encoder)
      return .aac(
        packets: Array(packets[(first - firstPacket)...(last - firstPacket)]),
        leadingFrames: frames.lowerBound + encoder.primingFrames - first * EncodedAudioPacket.aacFrames,
        configuration: encoder.decoderConfiguration)
    case .linearPCM:
      let size = 2 * channelCount
      return .linearPCM(
        Array(pcm[((frames.lowerBound - firstFrame) * size)..<((frames.upperBound - firstFrame) * size)]))
    }
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

  /// The first packet to put in a movie that begins with `frame`: packets overlap, so a decoder needs the one
  /// before the one that holds the frame.
  private func leadingPacket(for frame: Int, _ encoder: any SoundEncoder) -> Int {
    max(0, (frame + encoder.primingFrames) / EncodedAudioPacket.aacFrames - 1)
  }

  private func lastPacket(for frames: Range<Int>, _ encoder: any SoundEncoder) -> Int {
    (frames.upperBound + encoder.primingFrames - 1) / EncodedAudioPacket.aacFrames
  }
}
