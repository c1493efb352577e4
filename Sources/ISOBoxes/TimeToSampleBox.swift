/// How long samples last, in runs. Stands for `stts`, ISO/IEC 14496-12, 8.6.1.2.
public struct TimeToSampleBox: Box {
  /// Samples of one duration that follow one another.
  public struct Entry: Sendable, Hashable {
    /// The number of samples.
    public var count: UInt32
    /// How long each lasts, in units of the media's timescale.
    public var duration: UInt32

    /// A run of samples.
    public init(count: UInt32, duration: UInt32) {
      self.count = count
      self.duration = duration
    }
  }

  /// `stts`.
  public var type: FourCC { "stts" }
  /// Version 0.
  public var header = VersionAndFlags()
  /// The runs.
  public var entries: [Entry]

  /// A table of the given runs.
  public init(entries: [Entry]) { self.entries = entries }

  /// A table of one duration for each sample, put together to runs.
  public init(durations: [UInt32]) {
    entries = []
    for duration in durations {
      if entries.last?.duration == duration {
        entries[entries.count - 1].count += 1
      } else {
        entries.append(Entry(count: 1, duration: duration))
      }
    }
  }

  /// A box to be decoded into.
  public init(blank type: FourCC) { self.init(entries: []) }

  /// Hands over the fields.
  public mutating func code(_ coder: inout some FieldCoder) {
    coder.versionAndFlags(&header)
    coder.countedList("entries", &entries, elementBytes: 8, blank: Entry(count: 0, duration: 0)) { coder, entry in
      coder.u32("", &entry.count)
      coder.u32("", &entry.duration)
    }
  }
}
