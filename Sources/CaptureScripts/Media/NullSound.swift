import LiveCapture
import MediaCore

/// Encoders whose packets are silence, and resamplers that repeat or leave out frames.
struct NullSound: SoundEncoding {
  func prepare(_ encoder: AudioEncoder) {}

  func makeEncoder(_ encoder: AudioEncoder, of format: AudioFormat, bitRate: Int) -> any SoundEncoder {
    Encoder(format, bitRate: bitRate)
  }

  func makeResampler(channelCount: Int, ratio: Double) -> any SoundResampling {
    Resampler(channelCount: channelCount, ratio: ratio)
  }

  private final class Encoder: SoundEncoder {
    /// Every rate that AAC has a code for; ISO/IEC 14496-3, table 1.18.
    private static let rates = [
      96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350,
    ]

    let bitRate: Int
    let primingFrames = 0
    let decoderConfiguration: [UInt8]
    private let channelCount: Int
    private var waiting = 0

    init(_ format: AudioFormat, bitRate: Int) {
      self.bitRate = bitRate
      channelCount = format.channelCount
      // Object type AAC-LC in five bits, the rate's place in four, the channels in four.
      let rate = UInt16(Self.rates.firstIndex(of: format.sampleRate) ?? 0)
      let bits = 2 << 11 | rate << 7 | UInt16(format.channelCount) << 3
      decoderConfiguration = [UInt8(bits >> 8), UInt8(bits & 0xff)]
    }

    // As any encoder, it fails with what is no number: so microphones are told to make one fail.
    func encode(_ samples: Span<Float>, into packets: inout [EncodedAudioPacket]) throws(CodingError) {
      guard samples.isEmpty || !samples[samples.count - 1].isNaN else {
        throw CodingError(.codecFailed, context: "sound", message: "The sound is no number.")
      }
      waiting += samples.count / channelCount
      while waiting >= EncodedAudioPacket.aacFrames {
        waiting -= EncodedAudioPacket.aacFrames
        packets.append(EncodedAudioPacket(bytes: [0, 0, 0, 0], frameCount: EncodedAudioPacket.aacFrames))
      }
    }

    func finish(into packets: inout [EncodedAudioPacket]) {
      guard waiting > 0 else { return }
      waiting = 0
      packets.append(EncodedAudioPacket(bytes: [0, 0, 0, 0], frameCount: EncodedAudioPacket.aacFrames))
    }
  }

  private final class Resampler: SoundResampling {
    private let channelCount: Int
    private var ratio: Double
    private var rest = 0.0

    init(channelCount: Int, ratio: Double) { (self.channelCount, self.ratio) = (channelCount, ratio) }

    func setRatio(_ ratio: Double) { self.ratio = ratio }

    func process(_ samples: Span<Float>, into output: inout [Float]) {
      for frame in 0..<samples.count / channelCount {
        rest += ratio
        while rest >= 1 {
          rest -= 1
          for channel in 0..<channelCount { output.append(samples[frame * channelCount + channel]) }
        }
      }
    }

    func finish(into output: inout [Float]) {}
  }
}
