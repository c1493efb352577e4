import ISOBoxes
import MediaCore

/// The layout of one track of packets: its chunks, tables and edit list.
struct PacketLayout {
  let track: PacketTrack
  let id: UInt32
  let chunks: [MediaChunk]
  private let edits: [EditListBox.Entry]
  private let durations: [UInt32]

  var movieTicks: UInt64 { edits.reduce(0) { $0 + $1.segmentDuration } }

  init(_ track: PacketTrack, id: UInt32) throws(MovieError) {
    self.track = track
    self.id = id
    let context = "track \(id)"
    guard track.timescale > 0, let first = track.packets.first, let last = track.packets.last else {
      throw MovieError(.invalidParameter, context: context, message: "Its timescale is \(track.timescale).")
    }
    try Self.check(track.media, context: context)
    // A packet lasts until the next is decoded: so tables add up to the very times that came in.
    var durations: [UInt32] = []
    for (index, packet) in track.packets.enumerated() {
      let next = index + 1 < track.packets.count ? track.packets[index + 1].decodeTime : nil
      let (step, overflow) = (next ?? 0).subtractingReportingOverflow(packet.decodeTime)
      let duration = next == nil ? max(0, last.duration) : overflow ? -1 : step
      guard let duration = UInt32(exactly: duration), duration > 0 || next == nil else {
        throw MovieError(
          .timesNotIncreasing, context: "\(context), packet \(index)",
          message: "The next one is decoded \(duration) units later. Times must rise, by less than 32 bits.")
      }
      durations.append(duration)
    }
    self.durations = durations
    edits = try Self.edits(of: track, first: first.decodeTime, context: context)
    let half = Int64(max(1, track.timescale / 2))
    // The beginning counts from 0: a track that starts late is written where it is heard.
    chunks = MediaChunk.chunks(of: track.packets.indices, track: Int(id) - 1) { index in
      (track.packets[index].decodeTime &- min(0, first.decodeTime)) / half
    }
  }

  private static func check(_ media: PacketTrack.Media, context: String) throws(MovieError) {
    let isPossible =
      switch media {
      case .video(let video):
        (1...65_535).contains(video.width) && (1...65_535).contains(video.height) && video.pixelAspect.isFinite
          && video.pixelAspect > 0 && Double(video.width) * video.pixelAspect < 65_536
      case .aac(let configuration, let channels): (2..<128).contains(configuration.count) && (1...64).contains(channels)
      case .lpcm16(let channels): (1...64).contains(channels)
      }
    guard isPossible else {
      throw MovieError(
        .invalidParameter, context: context, message: "Its size, channels or decoder configuration cannot be written.")
    }
  }

  /// Returns the edits for what is shown from the movie's time 0 on. The media's time 0 is the first packet's time of
  /// decoding.
  private static func edits(
    of track: PacketTrack, first: Int64, context: String
  ) throws(MovieError) -> [EditListBox.Entry] {
    let begin = track.packets.map(\.presentationTime).min() ?? 0
    let end = track.packets.map { $0.presentationTime &+ max(0, $0.duration) }.max() ?? 0
    let shown = (track.shown ?? begin..<max(begin, end)).clamped(to: begin..<max(begin, end))
    let origin = max(0, shown.lowerBound)
    guard origin < shown.upperBound, shown.upperBound - first < Int64(Int32.max) else {
      throw MovieError(
        .invalidParameter, context: context, message: "Nothing of it is shown after time 0, or more than 32 bits count."
      )
    }
    func ticks(_ units: Int64) -> Int64 {
      MediaTime(value: units, timescale: track.timescale).converted(toTimescale: PacketMovie.timescale).value
    }
    let (from, to) = (ticks(origin), ticks(shown.upperBound))
    let part = EditListBox.Entry(segmentDuration: UInt64(max(1, to - from)), mediaTime: origin - first)
    return from > 0 ? [.init(segmentDuration: UInt64(from), mediaTime: -1), part] : [part]
  }

  func box(date: QuickTimeDate, offsets: ChunkOffsetBox) -> ContainerBox {
    let builder = TrackBuilder(
      id: id, date: date, timescale: UInt32(track.timescale), mediaTicks: durations.reduce(0) { $0 + UInt64($1) },
      edits: edits)
    let sizes = track.packets.map { UInt32($0.data.count) }
    switch track.media {
    case .video(let pictures): return builder.pictures(pictures, tables(sizes) + [offsets])
    case .aac(let configuration, let channels):
      let sound = SoundDescription(
        coding: .aac(audioSpecificConfig: configuration, primingFrames: 0), sampleRate: Int(track.timescale),
        channelCount: channels)
      return builder.sound(
        sound, sizes: sizes, tables(sizes) + [offsets] + SampleTables.rollGroups(packetCount: sizes.count))
    case .lpcm16(let channels):
      let sound = SoundDescription(coding: .lpcm16, sampleRate: Int(track.timescale), channelCount: channels)
      // Plain sound is counted in frames, however many a packet has.
      let frames = chunks.map { track.packets[$0.samples].reduce(0) { $0 + $1.data.count } / sound.frameBytes }
      return builder.sound(
        sound, SampleTables.plainSound(chunkFrames: frames, frameBytes: sound.frameBytes) + [offsets])
    }
  }

  private func tables(_ sizes: [UInt32]) -> [any Box] {
    SampleTables(
      durations: durations,
      compositionOffsets: track.packets.map { Int32(clamping: $0.presentationTime &- $0.decodeTime) },
      isSync: track.packets.map(\.isSync), sizes: sizes, chunkSizes: chunks.map(\.samples.count)
    ).boxes
  }
}
