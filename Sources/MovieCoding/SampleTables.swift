import ISOBoxes

/// The tables that describe samples of any kind, without their chunks' places.
struct SampleTables {
  let durations: [UInt32]
  /// The offset from each sample's time of decoding to that of its display; empty when all are 0.
  var compositionOffsets: [Int32] = []
  /// A value for each sample that indicates whether decoding can begin with it; empty when it can with all.
  var isSync: [Bool] = []
  let sizes: [UInt32]
  let chunkSizes: [Int]
  /// The number of the description of each chunk's samples; empty when there is just one description.
  var descriptionIndexes: [UInt32] = []
  /// Indicates whether each size is listed even if all are the same, and which pictures need others, as phones do it.
  var isLikePhones = false

  var boxes: [any Box] {
    var boxes: [any Box] = [TimeToSampleBox(durations: durations)]
    if let offsets = CompositionOffsetBox(offsets: compositionOffsets) { boxes.append(offsets) }
    // Without the table every sample is a sync sample.
    if !isSync.allSatisfy({ $0 }) {
      boxes.append(SyncSampleBox(sampleNumbers: isSync.indices.filter { isSync[$0] }.map { UInt32($0 + 1) }))
    }
    if isLikePhones, !isSync.isEmpty { boxes.append(SampleDependencyBox(samples: isSync.map { $0 ? 0x20 : 0x10 })) }
    boxes.append(SampleToChunkBox(chunkSizes: chunkSizes, descriptionIndexes: descriptionIndexes))
    if !isLikePhones, let first = sizes.first, first > 0, sizes.allSatisfy({ $0 == first }) {
      return boxes + [SampleSizeBox(constantSize: first, sampleCount: UInt32(sizes.count))]
    }
    return boxes + [SampleSizeBox(sizes: sizes)]
  }

  /// The tables of plain sound, in which each frame is a sample, however it comes.
  static func plainSound(chunkFrames: [Int], frameBytes: Int) -> [any Box] {
    let count = UInt32(clamping: chunkFrames.reduce(0, +))
    return [
      TimeToSampleBox(entries: [.init(count: count, value: 1)]), SampleToChunkBox(chunkSizes: chunkFrames),
      SampleSizeBox(constantSize: UInt32(frameBytes), sampleCount: count),
    ]
  }

  /// Returns the boxes that follow the tables of AAC, which say that each packet needs the one before it. With the
  /// grouping `roll` the edit list's media time counts as the encoder's priming; without it QuickTime would take off a
  /// priming of its own on top.
  static func rollGroups(packetCount: Int) -> [any Box] {
    [
      SampleGroupDescriptionBox(rollDistance: -1),
      SampleToGroupBox(grouping: "roll", entries: [.init(count: UInt32(packetCount), value: 1)]),
    ]
  }
}
