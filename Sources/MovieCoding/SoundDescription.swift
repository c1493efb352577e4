import ISOBoxes
import MediaCore

/// A description of what all sound of a track has in common.
package struct SoundDescription: Sendable, Hashable {
  /// A coding of sound.
  package enum Coding: Sendable, Hashable {
    /// AAC-LC in packets of 1024 frames. `audioSpecificConfig` is that of ISO/IEC 14496-3, 1.6.2.1;
    /// `primingFrames` decode before the first frame of real sound.
    case aac(audioSpecificConfig: [UInt8], primingFrames: Int)
    /// The plain sound of signed 16-bit samples, little-endian, channels interleaved, as phones write them.
    case lpcm16
  }

  package var coding: Coding
  /// Frames in a second, which is the track's timescale.
  package var sampleRate: Int
  /// The number of channels: 1 is mono; 2 is left, right.
  package var channelCount: Int
  /// The bit rate that the encoder aims at, in bits a second; `nil` where the packets themselves tell it.
  package var bitRate: Int?

  package init(coding: Coding, sampleRate: Int, channelCount: Int, bitRate: Int? = nil) {
    self.coding = coding
    self.sampleRate = sampleRate
    self.channelCount = channelCount
    self.bitRate = bitRate
  }

  var frameBytes: Int { 2 * channelCount }

  /// Throws for what no track can have.
  func validate() throws(MovieError) {
    // A QuickTime description of compressed sound has 16 bits for the rate.
    let rates = coding == .lpcm16 ? 1...1_000_000 : 1...Int(UInt16.max)
    guard rates.contains(sampleRate), (1...8).contains(channelCount), (1...10_000_000).contains(bitRate ?? 1) else {
      throw MovieError(
        .invalidParameter, context: "audio",
        message: "Sound of \(channelCount) channels at \(sampleRate) Hz cannot be written.")
    }
    if case .aac(let configuration, let priming) = coding {
      guard (2..<128).contains(configuration.count), priming >= 0 else {
        throw MovieError(
          .invalidParameter, context: "audio",
          message:
            "An AudioSpecificConfig of \(configuration.count) bytes, with \(priming) frames of priming, cannot be.")
      }
    }
  }

  /// Returns the sample entry, which describes the coding of the samples. `sizes` are those of the packets.
  ///
  /// AAC is described in QuickTime's own form, of version 1 with the decoder's needs inside `wave`, which Apple's
  /// players, ffmpeg, exiftool, mediainfo and browsers all read.
  func sampleEntry(sizes: [UInt32]) -> SoundSampleEntry {
    guard case .aac(let configuration, _) = coding else {
      return SoundSampleEntry(linear: .init(sampleRate: Double(sampleRate), channelCount: UInt32(channelCount)))
    }
    return SoundSampleEntry(
      compressed: "mp4a", channelCount: UInt16(clamping: channelCount), rate: sampleRate,
      packing: .init(samplesPerPacket: UInt32(AudioTimeline.packetFrames)),
      extensions: [
        ContainerBox("wave", SoundSampleEntry.decoderNeeds(stream(configuration, sizes: sizes)))
      ])
  }

  private func stream(_ configuration: [UInt8], sizes: [UInt32]) -> ElementaryStreamBox {
    let bits = sizes.reduce(UInt64(0)) { $0 + UInt64($1) } * 8
    let average = bits * UInt64(sampleRate) / UInt64(max(1, sizes.count * AudioTimeline.packetFrames))
    // The greatest rate over any whole second: packets of one second, moved on packet by packet.
    let perSecond = max(1, sampleRate / AudioTimeline.packetFrames)
    var (sum, greatest) = (UInt64(0), average)
    for (index, size) in sizes.enumerated() {
      sum += UInt64(size) * 8
      if index >= perSecond { sum -= UInt64(sizes[index - perSecond]) * 8 }
      greatest = max(greatest, sum)
    }
    return ElementaryStreamBox(
      audioSpecificConfig: configuration, bufferSize: sizes.max() ?? 0, maximumRate: UInt32(clamping: greatest),
      averageRate: UInt32(clamping: average))
  }
}

extension SoundSampleEntry {
  /// Returns the boxes that `wave` holds for AAC: the codec again, twice, and the stream's description, ended by an
  /// empty box.
  static func decoderNeeds(_ stream: ElementaryStreamBox) -> [any Box] {
    [
      OriginalFormatBox(format: "mp4a"), UnknownBox(type: "mp4a", payload: [0, 0, 0, 0]), stream,
      UnknownBox(type: FourCC(rawValue: 0), payload: []),
    ]
  }
}
