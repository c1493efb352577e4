import ISOBoxes

/// The track that says where in the movie the still falls: one sample, whose place in time is its meaning.
struct StillImageTimeTrack {
  let trackID: UInt32
  /// The track of the pictures, of which the still is one; `nil` when there is none.
  let describedTrackID: UInt32?
  /// Units in a second, of the movie and of this track's media.
  let timescale: UInt32
  /// The still's place, in those units.
  let stillTick: UInt64
  let date: QuickTimeDate
  let offsets: ChunkOffsetBox

  var box: ContainerBox {
    TrackBuilder(
      header: TrackHeaderBox(trackID: trackID, duration: stillTick + 1), date: date,
      timescale: timescale, mediaDuration: 1, edits: Self.edits(stillTick: stillTick),
      handler: HandlerBox(
        componentType: "mhlr", subtype: "meta", name: "Core Media Metadata", componentFlags: 1),
      mediaHeader: ContainerBox("gmhd", [BaseMediaInfoBox()]),
      references: describedTrackID.map { ContainerBox("tref", [TrackReferenceBox("cdsc", trackIDs: [$0])]) },
      sampleTable: sampleTable
    ).box
  }

  /// Nothing up to the still, then the sample for one unit.
  static func edits(stillTick: UInt64) -> [EditListBox.Entry] {
    let sample = EditListBox.Entry(segmentDuration: 1, mediaTime: 0)
    return stillTick > 0 ? [.init(segmentDuration: stillTick, mediaTime: -1), sample] : [sample]
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
