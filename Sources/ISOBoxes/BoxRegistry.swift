/// The boxes that are known, by their types and places.
enum BoxRegistry {
  /// Returns a box of a type to be decoded into, which has the least that it needs; an ``UnknownBox`` for a type that
  /// is not known in its place.
  static func blank(_ type: FourCC, in context: BoxContext) -> any Box {
    let known: (any Box)? =
      switch context {
      case .general, .sampleEntry: general[type]
      case .sampleDescription: sampleEntries[type]
      case .soundExtension: soundExtensions[type]
      case .metadataSampleEntry: type == "keys" ? ContainerBox(type) : nil
      case .metadataKeyTable, .itemList: ContainerBox(type)
      case .metadataKey: metadataKeyParts[type]
      case .trackReferences: TrackReferenceBox(type, trackIDs: [])
      case .dataReferences: dataReferences[type]
      case .metadataItem: type == "data" ? MetadataValueBox(text: "") : nil
      case .pictureFile: pictureFile[type]
      case .pictureMetadata: pictureMetadata[type]
      case .pictureProperties: pictureProperties[type]
      case .itemReferences, .wideItemReferences: HEIFItemReferenceBox(type, itemID: 0, targets: [])
      case .entityGroups: HEIFEntityGroupBox(type: type, groupID: 0, entityIDs: [])
      }
    return known ?? UnknownBox(type: type, payload: [])
  }

  private static let none = FourCC(rawValue: 0)

  private static let general = byType(
    containers("moov", "trak", "tapt", "edts", "mdia", "minf", "dinf", "stbl", "gmhd", "tref", "udta", "ilst", "wave"),
    containers("mvex", "moof", "traf"),
    ["clef", "prof", "enof"].map { ApertureBox($0, width: 0, height: 0) },
    ["free", "skip", "wide"].map { FreeSpaceBox(type: $0) },
    [
      ChunkOffsetBox(offsets: []), ChunkOffsetBox(offsets: [.max]),
      FileTypeBox.quickTime, MovieHeaderBox(timescale: 600, duration: 0, nextTrackID: 1),
      TrackHeaderBox(trackID: 1, duration: 0), EditListBox(entries: []), MediaHeaderBox(timescale: 600, duration: 0),
      blankHandler, PresentationBox("vmhd"), PresentationBox("smhd"), PresentationBox("gmin"),
      ListBox("dref"), ListBox("stsd"),
      CodecConfigurationBox("avcC", record: []), CodecConfigurationBox("hvcC", record: []),
      ColorParameterBox(primaries: 2, transfer: 2, matrix: 2),
      CleanApertureBox(width: 0, height: 0), ElementaryStreamBox(descriptor: []), TimeToSampleBox(entries: []),
      SyncSampleBox(sampleNumbers: []), SampleToChunkBox(chunkSizes: []), SampleSizeBox(sizes: []),
      CompactSampleSizeBox(), CompositionOffsetBox(entries: []), CompositionShiftBox(values: [0, 0, 0, 0, 0]),
      SampleDependencyBox(samples: []), SampleGroupDescriptionBox(rollDistance: 0),
      SampleToGroupBox(grouping: "roll", entries: []), MetadataBox(children: []), MetadataKeysBox(names: []),
      TrackExtendsBox(), TrackFragmentHeaderBox(), TrackFragmentTimeBox(), TrackRunBox(),
    ])

  private static let sampleEntries = byType(
    ["avc1", "hvc1", "hev1"].map {
      VisualSampleEntry($0, width: 0, height: 0, compressorName: "", extensions: [])
    },
    ["mp4a", "lpcm", "sowt", "twos", "alaw", "ulaw"].map {
      SoundSampleEntry(compressed: $0, channelCount: 0, rate: 0, packing: .init(samplesPerPacket: 0), extensions: [])
    }, [TimedMetadataSampleEntry(keys: [])])

  private static let soundExtensions = byType(
    [OriginalFormatBox(format: none), ElementaryStreamBox(descriptor: [])])

  private static let metadataKeyParts = byType([
    MetadataKeyDeclarationBox(key: .init(name: "")), MetadataDatatypeBox(wellKnown: 0),
  ])

  private static let dataReferences = byType(["alis", "url ", "urn "].map { DataReferenceBox(selfContained: $0) })

  private static let pictureFile = byType([ListBox("meta"), FileTypeBox.quickTime])

  private static let pictureMetadata = byType(
    containers("iprp", "ipco", "grpl"), ["free", "skip"].map { FreeSpaceBox(type: $0) },
    [
      blankHandler, HEIFPrimaryItemBox(itemID: 0), HEIFItemLocationBox(entries: []), ListBox("iinf"), ListBox("iref"),
      HEIFItemInfoBox(itemID: 0, itemType: none), HEIFPropertyAssociationBox(entries: []),
      HEIFItemDataBox(contents: []),
    ])

  private static let pictureProperties = byType(
    ["hvcC", "av1C", "avcC"].map { CodecConfigurationBox($0, record: []) },
    [
      HEIFSpatialExtentsBox(width: 0, height: 0), HEIFTransformBox("irot", 0), HEIFTransformBox("imir", 0),
      HEIFPixelInformationBox(bitsPerChannel: []), HEIFAuxiliaryTypeBox(name: ""),
      ColorParameterBox(primaries: 2, transfer: 2, matrix: 2), CleanApertureBox(width: 0, height: 0),
    ])

  private static let blankHandler = HandlerBox(componentType: none, subtype: none, manufacturer: none, nameBytes: [])

  private static func containers(_ types: FourCC...) -> [any Box] { types.map { ContainerBox($0) } }

  private static func byType(_ boxes: [any Box]...) -> [FourCC: any Box] {
    Dictionary(uniqueKeysWithValues: boxes.joined().map { ($0.type, $0) })
  }
}
