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

  // The grouping `roll` makes the edit list's media time count as the encoder's priming; without it QuickTime would
  // take off a priming of its own on top.
  private func compressedBoxes(_ configuration: [UInt8]) -> [any Box] {
    let sizes = track.packets[timeline.written].map { UInt32(clamping: $0.count) }
    let entry = SoundSampleEntry.aac(
      configuration, sizes: sizes, sampleRate: track.sampleRate, channelCount: track.channelCount)
    let count = UInt32(sizes.count)
    return [
      SampleDescriptionBox(entries: [entry]),
      TimeToSampleBox(entries: [.init(count: count, duration: UInt32(AudioTimeline.packetFrames))]),
      media.chunkSizes(of: .audio), SampleSizeBox(sizes: sizes), media.offsets(of: .audio),
      SampleGroupDescriptionBox(rollDistance: -1),
      SampleToGroupBox(grouping: "roll", entries: [.init(count: count, group: 1)]),
    ]
  }
}
