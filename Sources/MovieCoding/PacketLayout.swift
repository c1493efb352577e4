import ISOBoxes
import MediaCore

/// How one track of packets is laid out: its chunks, tables and edit list.
struct PacketLayout {
  let track: PacketTrack
  let number: Int
  let chunks: [(slot: Int64, packets: Range<Int>)]
  private let edits: [EditListBox.Entry]
  private let durations: [UInt32]

  var movieDuration: UInt64 { edits.reduce(0) { $0 + $1.segmentDuration } }

  init(_ track: PacketTrack, number: Int) throws(MovieError) {
    self.track = track
    self.number = number
    let context = "track \(number)"
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
    chunks = Self.chunks(of: track, first: first.decodeTime)
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

  /// What is shown, from the movie's time 0 on. The media's time 0 is the first packet's time of decoding.
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

  private static func chunks(of track: PacketTrack, first: Int64) -> [(slot: Int64, packets: Range<Int>)] {
    let half = Int64(max(1, track.timescale / 2))
    var chunks: [(slot: Int64, packets: Range<Int>)] = []
    for (index, packet) in track.packets.enumerated() {
      // The beginning counts from 0: a track that starts late is written where it is heard.
      let slot = (packet.decodeTime &- min(0, first)) / half
      if let last = chunks.last, last.slot == slot {
        chunks[chunks.count - 1].packets = last.packets.lowerBound..<index + 1
      } else {
        chunks.append((slot, index..<index + 1))
      }
    }
    return chunks
  }

  func box(date: QuickTimeDate, offsets: [UInt64]) -> ContainerBox {
    var header = TrackHeaderBox(trackID: UInt32(number), duration: movieDuration)
    var apertures: ContainerBox?
    let handler: HandlerBox
    let mediaHeader: any Box
    switch track.media {
    case .video(let video):
      header.matrix = video.orientation.matrix(width: video.width, height: video.height)
      header.width = Fixed16(
        rawValue: Int32(truncatingIfNeeded: Int64(Double(video.width) * video.pixelAspect * 65536)))
      header.height = Fixed16(video.height)
      apertures = ContainerBox(
        "tapt", ["clef", "prof", "enof"].map { ApertureBox($0, width: video.width, height: video.height) })
      if video.pixelAspect != 1 { apertures = nil }
      handler = HandlerBox(componentType: "mhlr", subtype: "vide", name: "Core Media Video")
      mediaHeader = VideoMediaHeaderBox()
    case .aac, .lpcm16:
      header.volume = 0x0100
      handler = HandlerBox(componentType: "mhlr", subtype: "soun", name: "Core Media Audio")
      mediaHeader = SoundMediaHeaderBox()
    }
    return TrackBuilder(
      header: header, date: date, timescale: UInt32(track.timescale), mediaDuration: mediaDuration, edits: edits,
      handler: handler, mediaHeader: mediaHeader, apertures: apertures,
      sampleTable: [SampleDescriptionBox(entries: [sampleEntry])] + tables + [ChunkOffsetBox(offsets: offsets)]
        + soundGroups
    ).box
  }

  private var mediaDuration: UInt64 { durations.reduce(0) { $0 + UInt64($1) } }

  private var sampleEntry: any Box {
    switch track.media {
    case .video(let video): Self.entry(video)
    case .aac(let configuration, let channels):
      SoundSampleEntry.aac(
        configuration, sizes: track.packets.map { UInt32($0.data.count) }, sampleRate: Int(track.timescale),
        channelCount: channels)
    case .lpcm16(let channels):
      SoundSampleEntry(linear: .init(sampleRate: Double(track.timescale), channelCount: UInt32(channels)))
    }
  }

  private static func entry(_ video: PacketTrack.VideoDescription) -> VisualSampleEntry {
    let isHEVC = video.codec == .hevc
    var extensions: [any Box] = [
      isHEVC
        ? HEVCConfigurationBox(record: video.configuration) : AVCConfigurationBox(record: video.configuration)
    ]
    if let color = video.color {
      extensions.append(ColorParameterBox(primaries: color.primaries, transfer: color.transfer, matrix: color.matrix))
    }
    extensions.append(CleanApertureBox(width: Int32(video.width), height: Int32(video.height)))
    if video.pixelAspect != 1 {
      let spacing = UInt32(truncatingIfNeeded: Int64(video.pixelAspect * 10_000))
      extensions.append(
        UnknownBox(
          type: "pasp",
          payload: [spacing, 10_000].flatMap { n in (0..<4).map { UInt8(truncatingIfNeeded: n >> (24 - 8 * $0)) } }))
    }
    return VisualSampleEntry(
      isHEVC ? "hvc1" : "avc1", width: UInt16(clamping: video.width), height: UInt16(clamping: video.height),
      compressorName: isHEVC ? "HEVC" : "H.264", extensions: extensions)
  }

  /// The tables; plain sound is counted in frames, however many a packet has.
  private var tables: [any Box] {
    guard case .lpcm16(let channels) = track.media else {
      return SampleTables(
        durations: durations,
        compositionOffsets: track.packets.map { Int32(clamping: $0.presentationTime &- $0.decodeTime) },
        isSync: track.packets.map(\.isSync), sizes: track.packets.map { UInt32($0.data.count) },
        chunkSizes: chunks.map(\.packets.count)
      ).boxes
    }
    let frameBytes = 2 * channels
    let frames = chunks.map { track.packets[$0.packets].reduce(0) { $0 + $1.data.count } / frameBytes }
    let total = UInt32(clamping: frames.reduce(0, +))
    return [
      TimeToSampleBox(entries: [.init(count: total, duration: 1)]), SampleToChunkBox(chunkSizes: frames),
      SampleSizeBox(constantSize: UInt32(frameBytes), sampleCount: total),
    ]
  }

  /// AAC packets need the one before: without the grouping QuickTime would take off a priming of its own.
  private var soundGroups: [any Box] {
    guard case .aac = track.media else { return [] }
    let group = SampleToGroupBox.Entry(count: UInt32(track.packets.count), group: 1)
    return [SampleGroupDescriptionBox(rollDistance: -1), SampleToGroupBox(grouping: "roll", entries: [group])]
  }
}
