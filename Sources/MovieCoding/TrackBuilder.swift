import ISOBoxes

/// Puts a track together in the order that phones have. Its length is that of its edits.
struct TrackBuilder {
  let id: UInt32
  let date: QuickTimeDate
  /// Units in a second, of the media.
  let timescale: UInt32
  /// The duration of the media, in these units.
  let mediaTicks: UInt64
  let edits: [EditListBox.Entry]

  /// A track of pictures. `tables` describe its samples, apart from how they are coded.
  func pictures(_ pictures: PictureDescription, _ tables: [any Box]) -> ContainerBox {
    var header = header
    header.matrix = pictures.orientation.matrix(width: pictures.width, height: pictures.height)
    header.width = Fixed16(
      rawValue: Int32(truncatingIfNeeded: Int64(Double(pictures.width) * pictures.pixelAspect * 65536)))
    header.height = Fixed16(pictures.height)
    return track(
      header, apertures: pictures.apertures,
      handler: HandlerBox(componentType: "mhlr", subtype: "vide", name: "Core Media Video"),
      PresentationBox("vmhd"), pictures.sampleEntry, tables)
  }

  /// A track of sound. `tables` describe its samples, apart from how they are coded; `sizes` are those of packets.
  func sound(_ sound: SoundDescription, sizes: [UInt32] = [], _ tables: [any Box]) -> ContainerBox {
    var header = header
    header.volume = 0x0100
    return track(
      header, handler: HandlerBox(componentType: "mhlr", subtype: "soun", name: "Core Media Audio"),
      PresentationBox("smhd"), sound.sampleEntry(sizes: sizes), tables)
  }

  /// The sample of the track that says where the still falls: a size of 9 bytes, local key 1, value −1. Where it lies
  /// in time is what counts.
  static let stillSample: [UInt8] = [0, 0, 0, 9, 0, 0, 0, 1, 0xff]

  /// The track that says where in the movie the still falls: ``stillSample`` for one unit, from `tick` on.
  ///
  /// `timescale` is that of the movie and of the track's media. The track describes that of the pictures, of which the
  /// still is one, unless there is none.
  static func stillTime(
    id: UInt32, describing pictures: UInt32?, date: QuickTimeDate, timescale: UInt32, tick: UInt64,
    offsets: ChunkOffsetBox
  ) -> ContainerBox {
    let sample = EditListBox.Entry(segmentDuration: 1, mediaTime: 0)
    let builder = TrackBuilder(
      id: id, date: date, timescale: timescale, mediaTicks: 1,
      edits: tick > 0 ? [.init(segmentDuration: tick, mediaTime: -1), sample] : [sample])
    return builder.track(
      builder.header, references: pictures.map { ContainerBox("tref", [TrackReferenceBox("cdsc", trackIDs: [$0])]) },
      handler: HandlerBox(componentType: "mhlr", subtype: "meta", name: "Core Media Metadata", componentFlags: 1),
      ContainerBox("gmhd", [PresentationBox("gmin")]),
      TimedMetadataSampleEntry(keys: [(MovieKey.stillImageTime, MetadataDatatypeBox(wellKnown: 65))]),
      [
        TimeToSampleBox(durations: [1]), SampleToChunkBox(chunkSizes: [1]),
        SampleSizeBox(constantSize: UInt32(stillSample.count), sampleCount: 1), offsets,
      ])
  }

  private var header: TrackHeaderBox {
    TrackHeaderBox(trackID: id, duration: edits.reduce(0) { $0 + $1.segmentDuration })
  }

  private func track(
    _ header: TrackHeaderBox, apertures: ContainerBox? = nil, references: ContainerBox? = nil, handler: HandlerBox,
    _ mediaHeader: any Box, _ entry: any Box, _ tables: [any Box]
  ) -> ContainerBox {
    var header = header
    date.stamp(&header)
    var mediaClock = MediaHeaderBox(timescale: timescale, duration: mediaTicks)
    date.stamp(&mediaClock)
    let information = ContainerBox(
      "minf",
      [
        mediaHeader, HandlerBox(componentType: "dhlr", subtype: "alis", name: "Core Media Data Handler"),
        ContainerBox("dinf", [ListBox("dref", [DataReferenceBox()])]),
        ContainerBox("stbl", [ListBox("stsd", [entry])] + tables),
      ])
    let parts: [(any Box)?] = [
      header, apertures, ContainerBox("edts", [EditListBox(entries: edits)]), references,
      ContainerBox("mdia", [mediaClock, handler, information]),
    ]
    return ContainerBox("trak", parts.compactMap { $0 })
  }
}
