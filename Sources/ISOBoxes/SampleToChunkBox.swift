/// The numbers of samples in chunks, in runs. Stands for `stsc`, ISO/IEC 14496-12, 8.7.4.
package struct SampleToChunkBox: Box {
  /// Chunks of one shape that follow one another, up to the next entry's first.
  package struct Entry: Sendable, Hashable {
    /// The number of the first such chunk, from 1.
    package var firstChunk: UInt32
    /// The samples in each.
    package var samplesPerChunk: UInt32
    /// The number of the sample description that the samples have, from 1.
    package var descriptionIndex: UInt32 = 1
  }

  package var type: FourCC { "stsc" }
  package var header = VersionAndFlags()
  package var entries: [Entry] = []

  /// Creates a table from the number of samples in each chunk, and from which description they have unless it is the
  /// first.
  package init(chunkSizes: [Int], descriptionIndexes: [UInt32] = []) {
    for (index, count) in chunkSizes.enumerated() {
      let entry = Entry(
        firstChunk: UInt32(clamping: index + 1), samplesPerChunk: UInt32(clamping: count),
        descriptionIndex: descriptionIndexes.isEmpty ? 1 : descriptionIndexes[index])
      let last = entries.last
      if last?.samplesPerChunk != entry.samplesPerChunk || last?.descriptionIndex != entry.descriptionIndex {
        entries.append(entry)
      }
    }
  }

  package mutating func code(_ coder: inout some FieldCoder) {
    coder.versionAndFlags(&header)
    coder.countedList(
      "entries", &entries, elementBytes: 12, blank: Entry(firstChunk: 1, samplesPerChunk: 0)
    ) { coder, entry in
      coder.number("", &entry.firstChunk)
      coder.number("", &entry.samplesPerChunk)
      coder.number("", &entry.descriptionIndex)
    }
  }
}
