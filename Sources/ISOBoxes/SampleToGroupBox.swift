/// Which samples belong to which group, in runs. Stands for `sbgp`, ISO/IEC 14496-12, 8.9.2.
public struct SampleToGroupBox: Box {
  /// Samples of one group that follow one another.
  public struct Entry: Sendable, Hashable {
    /// The number of samples.
    public var count: UInt32
    /// The group's number, from 1; 0 is none.
    public var group: UInt32

    /// A run of samples.
    public init(count: UInt32, group: UInt32) {
      self.count = count
      self.group = group
    }
  }

  /// `sbgp`.
  public var type: FourCC { "sbgp" }
  /// Version 1 has a parameter.
  public var header = VersionAndFlags()
  /// What the grouping is about: `roll`, `sync`, `tscl` …
  public var grouping: FourCC
  /// Tells groupings of one kind apart, in version 1.
  public var parameter: UInt32 = 0
  /// The runs.
  public var entries: [Entry]

  /// A table of the given runs.
  public init(grouping: FourCC, entries: [Entry]) {
    self.grouping = grouping
    self.entries = entries
  }

  /// A box to be decoded into.
  public init(blank type: FourCC) { self.init(grouping: "roll", entries: []) }

  /// Hands over the fields.
  public mutating func code(_ coder: inout some FieldCoder) {
    coder.versionAndFlags(&header, versions: 0...1)
    coder.fourCC("grouping", &grouping)
    if header.version == 1 { coder.u32("parameter", &parameter) }
    coder.countedList("entries", &entries, elementBytes: 8, blank: Entry(count: 0, group: 0)) { coder, entry in
      coder.u32("", &entry.count)
      coder.u32("", &entry.group)
    }
  }
}
