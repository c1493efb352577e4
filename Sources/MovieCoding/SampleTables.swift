import ISOBoxes

/// The tables that describe samples of any kind, without their chunks' places.
struct SampleTables {
  let durations: [UInt32]
  /// How far each is shown from when it is decoded; empty when none is.
  let compositionOffsets: [Int32]
  let isSync: [Bool]
  let sizes: [UInt32]
  let chunkSizes: [Int]
  /// Which description each chunk's samples have; empty when there is just one.
  var descriptionIndexes: [UInt32] = []

  var boxes: [any Box] {
    var boxes: [any Box] = [TimeToSampleBox(durations: durations)]
    if let offsets = CompositionOffsetBox(offsets: compositionOffsets) {
      boxes.append(offsets)
    }
    // Without the table every sample is a sync sample.
    if !isSync.allSatisfy({ $0 }) {
      boxes.append(SyncSampleBox(sampleNumbers: isSync.indices.filter { isSync[$0] }.map { UInt32($0 + 1) }))
    }
    return boxes + [chunks, sampleSizes]
  }

  private var sampleSizes: SampleSizeBox {
    if let first = sizes.first, first > 0, sizes.allSatisfy({ $0 == first }) {
      return SampleSizeBox(constantSize: first, sampleCount: UInt32(sizes.count))
    }
    return SampleSizeBox(sizes: sizes)
  }

  private var chunks: SampleToChunkBox {
    var entries: [SampleToChunkBox.Entry] = []
    for (index, count) in chunkSizes.enumerated() {
      let description = descriptionIndexes.isEmpty ? 1 : descriptionIndexes[index]
      let count = UInt32(clamping: count)
      if entries.last?.samplesPerChunk != count || entries.last?.descriptionIndex != description {
        entries.append(
          .init(firstChunk: UInt32(index + 1), samplesPerChunk: count, descriptionIndex: description))
      }
    }
    return SampleToChunkBox(entries: entries)
  }
}
