import ISOBoxes
import MediaCore

/// The movie's description: the box `moov`.
struct MovieDescription {
  let movie: LivePhotoMovie
  let video: VideoTimeline
  let audio: AudioTimeline?
  let media: MediaLayout

  func encoded() throws(MovieError) -> [UInt8] {
    do { return try box.encoded() } catch {
      throw MovieError(.invalidParameter, context: "moov", message: "A value does not fit its field.", cause: error)
    }
  }

  // The order is that of phones; the still's track is always the last.
  private var box: ContainerBox {
    var tracks = [videoTrack]
    if let track = movie.audio, let audio { tracks.append(audioTrack(track, audio)) }
    let stillID = UInt32(tracks.count + 1)
    tracks.append(
      StillImageTimeTrack(
        trackID: stillID, describedTrackID: Self.videoID, timescale: UInt32(VideoTimeline.timescale),
        stillTick: UInt64(video.stillTick), date: date,
        offsets: media.offsets(of: .still)
      ).box)
    var header = MovieHeaderBox(
      timescale: UInt32(VideoTimeline.timescale), duration: UInt64(video.duration), nextTrackID: stillID + 1)
    header.header.version = date.boxVersion
    header.creationTime = date.seconds
    header.modificationTime = date.seconds
    return ContainerBox("moov", [header] + tracks + [metadata])
  }

  private static let videoID: UInt32 = 1
  private static let audioID: UInt32 = 2

  private var date: QuickTimeDate { QuickTimeDate(movie.creationDate) }

  private var metadata: MetadataBox {
    let date = movie.creationDate
    let values: [(String, String?)] = [
      ("content.identifier", movie.identifier.uuidString),
      ("make", movie.make), ("model", movie.model), ("software", movie.software),
      ("creationdate", date.localString() + date.offsetString(separator: "")),
    ]
    var items = values.compactMap { name, text in text.map { (key: MovieKey.prefix + name, value: $0) } }
    for item in movie.moreMetadata where item.key != MovieKey.contentIdentifier {
      if let place = items.firstIndex(where: { $0.key == item.key }) {
        items[place] = item
      } else {
        items.append(item)
      }
    }
    return MetadataBox(items: items.map { ($0.key, MetadataValueBox(text: $0.value)) })
  }

  private var videoTrack: ContainerBox {
    let track = movie.video
    var header = TrackHeaderBox(trackID: Self.videoID, duration: UInt64(video.duration))
    header.matrix = track.orientation.matrix(width: track.width, height: track.height)
    header.width = Fixed16(track.width)
    header.height = Fixed16(track.height)
    let clean = track.cleanAperture
    return TrackBuilder(
      header: header, date: date, timescale: UInt32(VideoTimeline.timescale),
      mediaDuration: UInt64(video.mediaStart + video.duration),
      edits: [.init(segmentDuration: UInt64(video.duration), mediaTime: video.mediaStart)],
      handler: HandlerBox(componentType: "mhlr", subtype: "vide", name: "Core Media Video"),
      mediaHeader: VideoMediaHeaderBox(),
      apertures: ContainerBox(
        "tapt",
        [
          ApertureBox("clef", width: clean.width, height: clean.height),
          ApertureBox("prof", width: track.width, height: track.height),
          ApertureBox("enof", width: track.width, height: track.height),
        ]),
      sampleTable: videoSampleTable
    ).box
  }

  private var videoSampleTable: [any Box] {
    let track = movie.video
    let samples = track.samples[video.written]
    let clean = track.cleanAperture
    let (type, name, configuration): (FourCC, String, any Box) =
      switch track.codec {
      case .h264: ("avc1", "H.264", AVCConfigurationBox(record: track.configuration))
      case .hevc: ("hvc1", "HEVC", HEVCConfigurationBox(record: track.configuration))
      }
    let entry = VisualSampleEntry(
      type, width: UInt16(track.width), height: UInt16(track.height), compressorName: name,
      extensions: [
        configuration,
        ColorParameterBox(
          primaries: track.color.primaries, transfer: track.color.transfer, matrix: track.color.matrix),
        CleanApertureBox(width: Int32(clean.width), height: Int32(clean.height)),
      ])
    var table: [any Box] = [
      SampleDescriptionBox(entries: [entry]), TimeToSampleBox(durations: video.durations),
    ]
    // Without the table every sample is a sync sample.
    if !samples.allSatisfy(\.isSync) {
      table.append(
        SyncSampleBox(
          sampleNumbers: samples.enumerated().filter(\.element.isSync).map { UInt32($0.offset + 1) }))
    }
    return table + [
      SampleDependencyBox(samples: samples.map { $0.isSync ? 0x20 : 0x10 }),
      media.chunkSizes(of: .video),
      SampleSizeBox(sizes: samples.map { UInt32($0.data.count) }),
      media.offsets(of: .video),
    ]
  }

  private func audioTrack(_ track: MovieAudioTrack, _ audio: AudioTimeline) -> ContainerBox {
    var header = TrackHeaderBox(
      trackID: Self.audioID, duration: UInt64(audio.emptyTicks + audio.soundTicks))
    header.volume = 0x0100
    var edits = [
      EditListBox.Entry(segmentDuration: UInt64(audio.soundTicks), mediaTime: audio.mediaStart)
    ]
    if audio.emptyTicks > 0 {
      edits.insert(.init(segmentDuration: UInt64(audio.emptyTicks), mediaTime: -1), at: 0)
    }
    return TrackBuilder(
      header: header, date: date, timescale: UInt32(track.sampleRate), mediaDuration: UInt64(audio.mediaFrames),
      edits: edits, handler: HandlerBox(componentType: "mhlr", subtype: "soun", name: "Core Media Audio"),
      mediaHeader: SoundMediaHeaderBox(),
      sampleTable: AudioSampleTable(track: track, timeline: audio, media: media).boxes
    ).box
  }
}
