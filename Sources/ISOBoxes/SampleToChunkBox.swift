/// How many samples chunks have, in runs. Stands for `stsc`, ISO/IEC 14496-12, 8.7.4.
public struct SampleToChunkBox: Box {
  /// Chunks of one shape that follow one another, up to the next entry's first.
  public struct Entry: Sendable, Hashable {
    /// The number of the first such chunk, from 1.
    public var firstChunk: UInt32
    /// The samples in each.
    public var samplesPerChunk: UInt32
    /// Which of the sample descriptions they have, from 1.
    public var descriptionIndex: UInt32

    /// A run of chunks, by default with the first sample description.
    public init(firstChunk: UInt32, samplesPerChunk: UInt32, descriptionIndex: UInt32 = 1) {
      self.firstChunk = firstChunk
      self.samplesPerChunk = samplesPerChunk
      self.descriptionIndex = descriptionIndex
    }
  }

  /// `stsc`.
  public var type: FourCC { "stsc" }
  /// Version 0.
  public var header = VersionAndFlags()
  /// The runs.
  public var entries: [Entry]

  /// A table of the given runs.
  public init(entries: [Entry]) { self.entries = entries }

  /// A table from the number of samples in each chunk.
  public init(chunkSizes: [Int]) {
    entries = []
    for (index, count) in chunkSizes.enumerated() where index == 0 || count != chunkSizes[index - 1] {
      entries.append(Entry(firstChunk: UInt32(clamping: index + 1), samplesPerChunk: UInt32(clamping: count)))
    }
  }

  /// A box to be decoded into.
  public init(blank type: FourCC) { self.init(entries: []) }

  /// Hands over the fields.
  public mutating func code(_ coder: inout some FieldCoder) {
    coder.versionAndFlags(&header)
    coder.countedList(
      "entries", &entries, elementBytes: 12, blank: Entry(firstChunk: 1, samplesPerChunk: 0)
    ) { coder, entry in
      coder.u32("", &entry.firstChunk)
      coder.u32("", &entry.samplesPerChunk)
      coder.u32("", &entry.descriptionIndex)
    }
  }
}
