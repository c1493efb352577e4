import ISOBoxes

/// The track that says where in the movie the still falls: one sample, whose place in time is its meaning.
struct StillImageTimeTrack {
  let trackID: UInt32
  /// The track of the pictures, of which the still is one.
  let describedTrackID: UInt32
  /// The still's place, in movie ticks.
  let stillTick: UInt64
  let date: QuickTimeDate
  let offsets: ChunkOffsetBox

  var box: ContainerBox {
    var edits = [EditListBox.Entry(segmentDuration: 1, mediaTime: 0)]
    if stillTick > 0 { edits.insert(.init(segmentDuration: stillTick, mediaTime: -1), at: 0) }
    return TrackBuilder(
      header: TrackHeaderBox(trackID: trackID, duration: stillTick + 1), date: date,
      timescale: UInt32(VideoTimeline.timescale), mediaDuration: 1, edits: edits,
      handler: HandlerBox(
        componentType: "mhlr", subtype: "meta", name: "Core Media Metadata", componentFlags: 1),
      mediaHeader: ContainerBox("gmhd", [BaseMediaInfoBox()]),
      references: ContainerBox("tref", [TrackReferenceBox("cdsc", trackIDs: [describedTrackID])]),
      sampleTable: sampleTable
    ).box
  }

  private var sampleTable: [any Box] {
    let signedByte = MetadataDatatypeBox(wellKnown: 65)
    let entry = TimedMetadataSampleEntry(keys: [("com.apple.quicktime.still-image-time", signedByte)])
    return [
      SampleDescriptionBox(entries: [entry]), TimeToSampleBox(durations: [1]), SampleToChunkBox(chunkSizes: [1]),
      SampleSizeBox(constantSize: UInt32(MediaLayout.stillSample.count), sampleCount: 1), offsets,
    ]
  }
}
