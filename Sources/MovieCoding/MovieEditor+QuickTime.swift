import ISOBoxes

extension MovieEditor {
  /// Turns the description of an MP4 into that of a QuickTime movie: handlers with Apple's names, data in the file
  /// itself by `alis`, metadata in their plain form right inside `moov`, `hvc1` where the parameter sets allow it.
  ///
  /// A movie that is QuickTime's already stays as it is. Nothing is said about a sample that was not said before.
  package mutating func makeQuickTime() {
    movie.remove("iods")
    liftMetadata()
    updateMedia(
      handler: Self.handler(instead:), information: Self.completeDataHandler,
      reference: { entry in
        entry.type == "url " && (entry as? DataReferenceBox)?.header.flags == 1
          ? DataReferenceBox(selfContained: "alis") : entry
      }, entry: Self.entry(instead:))
  }

  /// Changes in all tracks what the two kinds of file have in different forms: the media's handler, what is beside the
  /// data's place, each place, and each sample description.
  mutating func updateMedia(
    handler: (HandlerBox) -> HandlerBox, information: (inout ContainerBox) -> Void, reference: (any Box) -> any Box,
    entry: (any Box) -> any Box
  ) {
    updateTracks { track in
      track.box.update(["mdia"]) { $0.update(HandlerBox.self) { $0 = handler($0) } }
      track.box.update(["mdia", "minf"], information)
      track.box.update(["mdia", "minf", "dinf"]) { data in
        data.update(ListBox.self, "dref") { $0.children = $0.children.map(reference) }
      }
      track.box.update(TrackEdit.tablePath) { table in
        table.update(ListBox.self, "stsd") { $0.children = $0.children.map(entry) }
      }
    }
  }

  private static func handler(instead handler: HandlerBox) -> HandlerBox {
    guard handler.componentType != "mhlr" else { return handler }
    let names: [FourCC: String] = [
      "vide": "Core Media Video", "soun": "Core Media Audio", "meta": "Core Media Metadata",
    ]
    let name = names[handler.subtype] ?? handler.name
    return HandlerBox(componentType: "mhlr", subtype: handler.subtype, name: name)
  }

  /// QuickTime names the handler of the data behind the media's header.
  private static func completeDataHandler(_ information: inout ContainerBox) {
    guard information.first(HandlerBox.self) == nil, let first = information.children.first else { return }
    information.insert(
      HandlerBox(componentType: "dhlr", subtype: "alis", name: "Core Media Data Handler"), after: first.type)
  }

  /// AAC as QuickTime describes it; see `SoundSampleEntry.aac`.
  private static func sound(instead entry: SoundSampleEntry) -> SoundSampleEntry {
    guard entry.type == "mp4a", entry.version == 0, let stream = entry.extensions.first(ElementaryStreamBox.self) else {
      return entry
    }
    var entry = entry
    entry.version = 1
    entry.compressionID = -2
    entry.packing = .init(samplesPerPacket: UInt32(AudioTimeline.packetFrames))
    let wave = ContainerBox("wave", SoundSampleEntry.decoderNeeds(stream))
    entry.extensions = [wave] + entry.extensions.filter { $0.type != "esds" }
    return entry
  }

  /// Apple's players take HEVC only as `hvc1`, which promises that all parameter sets are in the description.
  private static func entry(instead box: any Box) -> any Box {
    if let entry = box as? SoundSampleEntry { return sound(instead: entry) }
    guard let entry = box as? VisualSampleEntry, entry.type == "hev1",
      let configuration = entry.extensions.first(where: { $0.type == "hvcC" }) as? CodecConfigurationBox,
      configuration.hasAllParameterSets
    else { return box }
    return entry.renamed("hvc1")
  }

  /// Brings `moov/udta/meta` and the ISO form to where and how QuickTime has it.
  private mutating func liftMetadata() {
    movie.updateAll(MetadataBox.self) { if $0.hasKeys { $0.header = nil } }
    let lifted = movie.children.containers("udta").flatMap { $0.first(MetadataBox.self)?.items ?? [] }
    for item in lifted where file.text(of: item.key) == nil { setMetadata(item.key, item.value) }
  }
}
