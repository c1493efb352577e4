import ISOBoxes

extension SoundSampleEntry {
  /// Signed 16-bit little-endian samples, as phones write them.
  static func lpcm16(rate: Int, channelCount: Int) -> SoundSampleEntry {
    SoundSampleEntry(linear: .init(sampleRate: Double(rate), channelCount: UInt32(channelCount)))
  }

  /// QuickTime's own form of AAC: a description of version 1 with the decoder's needs inside `wave`, which Apple's
  /// players, ffmpeg, exiftool, mediainfo and browsers all read. `sizes` are those of the packets.
  static func aac(_ configuration: [UInt8], sizes: [UInt32], sampleRate: Int, channelCount: Int) -> SoundSampleEntry {
    SoundSampleEntry(
      compressed: "mp4a", channelCount: UInt16(clamping: channelCount), rate: sampleRate,
      packing: .init(samplesPerPacket: UInt32(AudioTimeline.packetFrames)),
      extensions: [
        ContainerBox("wave", decoderNeeds(stream(configuration, sizes: sizes, sampleRate: sampleRate)))
      ])
  }

  /// What `wave` holds for AAC: the codec again, twice, and the stream's description, ended by an empty box.
  static func decoderNeeds(_ stream: ElementaryStreamBox) -> [any Box] {
    [
      OriginalFormatBox(format: "mp4a"), UnknownBox(type: "mp4a", payload: [0, 0, 0, 0]), stream,
      UnknownBox(type: FourCC(rawValue: 0), payload: []),
    ]
  }

  private static func stream(_ configuration: [UInt8], sizes: [UInt32], sampleRate: Int) -> ElementaryStreamBox {
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
