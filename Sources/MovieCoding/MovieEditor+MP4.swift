import ISOBoxes

extension MovieEditor {
  /// Turns the description of a QuickTime movie into that of an MP4: ISO's handlers and data references, metadata in
  /// the ISO form, sound descriptions of version 0. `colr` stays in QuickTime's form, which says nothing of the range
  /// of values: in ISO's it would have to, and only the stream knows. Tracks that players of MP4 do not know stay: they
  /// pass over them.
  mutating func makeMP4() {
    movie.updateAll(MetadataBox.self) { if $0.header == nil { $0.header = VersionAndFlags() } }
    updateTracks { $0.box.remove("tapt") }
    updateMedia(
      handler: { handler in
        guard handler.componentType == "mhlr" else { return handler }
        let none = FourCC(rawValue: 0)
        return HandlerBox(
          componentType: none, subtype: handler.subtype, manufacturer: none, nameBytes: Array(handler.name.utf8) + [0])
      }, information: { $0.remove("hdlr") },
      reference: { $0.type == "alis" ? DataReferenceBox(selfContained: "url ") : $0 }, entry: Self.isoEntry(instead:))
  }

  /// A sound description without what is QuickTime's: `esds` lies right inside it.
  private static func isoEntry(instead box: any Box) -> any Box {
    switch box {
    case var entry as SoundSampleEntry:
      guard entry.type == "mp4a", entry.version == 1,
        let stream = entry.extensions.containers("wave").first?.first(ElementaryStreamBox.self)
      else { return box }
      entry.version = 0
      entry.compressionID = 0
      entry.extensions = [stream] + entry.extensions.filter { $0.type != "wave" }
      return entry
    case var entry as VisualSampleEntry:
      // The terminator is QuickTime's; strict readers of MP4 take it for a box of no size.
      entry.terminator = []
      return entry
    default: return box
    }
  }
}
