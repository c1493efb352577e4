/// How far samples are shown from when they are decoded, in runs. Stands for `ctts`, ISO/IEC 14496-12, 8.6.1.3.
public struct CompositionOffsetBox: Box {
  /// Samples of one offset that follow one another.
  public struct Entry: Sendable, Hashable {
    /// The number of samples.
    public var count: UInt32
    /// Added to the time of decoding, in units of the media's timescale. Negative offsets occur in version 0 too.
    public var offset: Int32

    /// A run of samples.
    public init(count: UInt32, offset: Int32) {
      self.count = count
      self.offset = offset
    }
  }

  /// `ctts`.
  public var type: FourCC { "ctts" }
  /// Version 0 or 1.
  public var header = VersionAndFlags()
  /// The runs.
  public var entries: [Entry]

  /// A table of the given runs.
  public init(entries: [Entry]) { self.entries = entries }

  /// A table of one offset for each sample, put together to runs; `nil` when all are 0 and no table is needed.
  public init?(offsets: [Int32]) {
    guard offsets.contains(where: { $0 != 0 }) else { return nil }
    entries = []
    for offset in offsets {
      if entries.last?.offset == offset {
        entries[entries.count - 1].count += 1
      } else {
        entries.append(Entry(count: 1, offset: offset))
      }
    }
    if offsets.contains(where: { $0 < 0 }) { header.version = 1 }
  }

  /// A box to be decoded into.
  public init(blank type: FourCC) { self.init(entries: []) }

  /// Hands over the fields.
  public mutating func code(_ coder: inout some FieldCoder) {
    coder.versionAndFlags(&header, versions: 0...1)
    coder.countedList("entries", &entries, elementBytes: 8, blank: Entry(count: 0, offset: 0)) { coder, entry in
      coder.u32("", &entry.count)
      coder.i32("", &entry.offset)
    }
  }
}
