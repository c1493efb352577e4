/// The stretches of a track's media in the order in which they are shown. Stands for `elst`, ISO/IEC 14496-12, 8.6.6.
package struct EditListBox: Box {
  package struct Entry: Sendable, Hashable {
    /// The duration of the stretch, in units of the movie's timescale.
    package var segmentDuration: UInt64
    /// The time in the media at which the stretch begins, in units of the media's timescale; −1 for an empty stretch.
    package var mediaTime: Int64
    /// The rate at which the media is played; 1 is normal.
    package var rate: Fixed16

    package init(segmentDuration: UInt64, mediaTime: Int64, rate: Fixed16 = Fixed16(1)) {
      self.segmentDuration = segmentDuration
      self.mediaTime = mediaTime
      self.rate = rate
    }
  }

  package var type: FourCC { "elst" }
  /// Version 1 has durations and times of 64 bits.
  package var header = VersionAndFlags()
  package var entries: [Entry]

  package init(entries: [Entry]) { self.entries = entries }

  package mutating func code(_ coder: inout some FieldCoder) {
    coder.versionAndFlags(&header, versions: 0...1)
    let isWide = header.version == 1
    coder.countedList(
      "entries", &entries, elementBytes: isWide ? 20 : 12, blank: Entry(segmentDuration: 0, mediaTime: 0)
    ) { coder, entry in
      coder.number("", &entry.segmentDuration, isWide: isWide)
      coder.number("", &entry.mediaTime, isWide: isWide)
      coder.fixed16("", &entry.rate)
    }
  }
}
