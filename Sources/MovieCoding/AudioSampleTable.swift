import ISOBoxes

/// How the sound's samples are coded and where they lie.
struct AudioSampleTable {
  let track: MovieAudioTrack
  let timeline: AudioTimeline
  let media: MediaLayout

  var boxes: [any Box] {
    switch track.coding {
    case .lpcm16: linearBoxes
    case .aac(let configuration, _): compressedBoxes(configuration)
    }
  }

  private var linearBoxes: [any Box] {
    let format = SoundSampleEntry.LinearFormat(
      sampleRate: Double(track.sampleRate), channelCount: UInt32(track.channelCount))
    let count = UInt32(timeline.written.count)
    return [
      SampleDescriptionBox(entries: [SoundSampleEntry(linear: format)]),
      TimeToSampleBox(entries: [.init(count: count, duration: 1)]),
      media.chunkSizes(of: .audio),
      SampleSizeBox(constantSize: UInt32(2 * track.channelCount), sampleCount: count),
      media.offsets(of: .audio),
    ]
  }

  // QuickTime's own form of AAC: a description of version 1 with the decoder's needs inside `wave`, which Apple's
  // players, ffmpeg, exiftool and mediainfo all read. The grouping `roll` makes the edit list's media time count as
  // the encoder's priming; without it QuickTime would take off a priming of its own on top.
  private func compressedBoxes(_ configuration: [UInt8]) -> [any Box] {
    let sizes = track.packets[timeline.written].map { UInt32(clamping: $0.count) }
    let entry = SoundSampleEntry(
      compressed: "mp4a", channelCount: UInt16(track.channelCount), rate: track.sampleRate,
      packing: .init(samplesPerPacket: UInt32(AudioTimeline.packetFrames)),
      extensions: [
        ContainerBox(
          "wave",
          [
            OriginalFormatBox(format: "mp4a"),
            UnknownBox(type: "mp4a", payload: [0, 0, 0, 0]),
            stream(configuration, sizes: sizes),
            UnknownBox(type: FourCC(rawValue: 0), payload: []),
          ])
      ])
    let count = UInt32(sizes.count)
    return [
      SampleDescriptionBox(entries: [entry]),
      TimeToSampleBox(entries: [.init(count: count, duration: UInt32(AudioTimeline.packetFrames))]),
      media.chunkSizes(of: .audio), SampleSizeBox(sizes: sizes), media.offsets(of: .audio),
      SampleGroupDescriptionBox(rollDistance: -1),
      SampleToGroupBox(grouping: "roll", entries: [.init(count: count, group: 1)]),
    ]
  }

  private func stream(_ configuration: [UInt8], sizes: [UInt32]) -> ElementaryStreamBox {
    let bits = sizes.reduce(UInt64(0)) { $0 + UInt64($1) } * 8
    let average = bits * UInt64(track.sampleRate) / UInt64(max(1, sizes.count * AudioTimeline.packetFrames))
    // The greatest rate over any whole second: packets of one second, moved on packet by packet.
    let perSecond = max(1, track.sampleRate / AudioTimeline.packetFrames)
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
