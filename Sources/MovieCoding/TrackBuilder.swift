import ISOBoxes

/// Puts a track together in the order that phones have.
struct TrackBuilder {
  var header: TrackHeaderBox
  let date: QuickTimeDate
  let timescale: UInt32
  let mediaDuration: UInt64
  let edits: [EditListBox.Entry]
  let handler: HandlerBox
  let mediaHeader: any Box
  var apertures: ContainerBox?
  var references: ContainerBox?
  let sampleTable: [any Box]

  var box: ContainerBox {
    var header = header
    header.header.version = date.boxVersion
    header.creationTime = date.seconds
    header.modificationTime = date.seconds
    let before: [any Box] = [header] + (apertures.map { [$0] } ?? [])
    let edits = ContainerBox("edts", [EditListBox(entries: edits)])
    return ContainerBox("trak", before + [edits] + (references.map { [$0] } ?? []) + [media])
  }

  private var media: ContainerBox {
    var header = MediaHeaderBox(timescale: timescale, duration: mediaDuration)
    header.header.version = date.boxVersion
    header.creationTime = date.seconds
    header.modificationTime = date.seconds
    let dataHandler = HandlerBox(componentType: "dhlr", subtype: "alis", name: "Core Media Data Handler")
    let information = ContainerBox(
      "minf",
      [
        mediaHeader, dataHandler, ContainerBox("dinf", [DataReferenceListBox()]),
        ContainerBox("stbl", sampleTable),
      ])
    return ContainerBox("mdia", [header, handler, information])
  }
}
