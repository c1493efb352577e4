/// Which stretch of a track's media is shown when. Stands for `elst`, ISO/IEC 14496-12, 8.6.6.
public struct EditListBox: Box {
  /// One stretch of the track.
  public struct Entry: Sendable, Hashable {
    /// How long it is, in units of the movie's timescale.
    public var segmentDuration: UInt64
    /// Where in the media it begins, in units of the media's timescale; −1 is an empty stretch.
    public var mediaTime: Int64
    /// How fast the media runs; 1 is normal.
    public var rate: Fixed16

    /// An entry at normal speed.
    public init(segmentDuration: UInt64, mediaTime: Int64, rate: Fixed16 = Fixed16(1)) {
      self.segmentDuration = segmentDuration
      self.mediaTime = mediaTime
      self.rate = rate
    }
  }

  /// `elst`.
  public var type: FourCC { "elst" }
  /// Version 1 has durations and times of 64 bits.
  public var header = VersionAndFlags()
  /// The stretches, one after another.
  public var entries: [Entry]

  /// An edit list of the given stretches.
  public init(entries: [Entry]) { self.entries = entries }

  /// A box to be decoded into.
  public init(blank type: FourCC) { self.init(entries: []) }

  /// Hands over the fields.
  public mutating func code(_ coder: inout some FieldCoder) {
    coder.versionAndFlags(&header, versions: 0...1)
    let isWide = header.version == 1
    coder.countedList(
      "entries", &entries, elementBytes: isWide ? 20 : 12, blank: Entry(segmentDuration: 0, mediaTime: 0)
    ) { coder, entry in
      coder.u32or64("", &entry.segmentDuration, isWide: isWide)
      coder.i32or64("", &entry.mediaTime, isWide: isWide)
      coder.fixed16("", &entry.rate)
    }
  }
}
