/// Samples of one track that lie together in a fragment. Stands for `trun`, ISO/IEC 14496-12, 8.8.8.
package struct TrackRunBox: Box {
  /// One sample, as far as the run says anything of it; fields that are not present are 0.
  package struct Entry: Sendable, Hashable {
    /// The duration of the sample.
    package var duration: UInt32 = 0
    /// The size of the sample in bytes.
    package var size: UInt32 = 0
    /// The dependencies of the sample.
    package var flags: UInt32 = 0
    /// The interval from when the sample is decoded to when it is shown; signed values occur in version 0 too.
    package var compositionOffset: Int32 = 0

    package init() {}
  }

  package var type: FourCC { "trun" }
  /// Flags: 1 offset, 4 first sample's flags, 0x100 durations, 0x200 sizes, 0x400 flags, 0x800 composition offsets.
  package var header = VersionAndFlags()
  package var sampleCount: UInt32 = 0
  /// The distance from the fragment's base to the first sample; valid if flag 1 is set.
  package var dataOffset: Int32 = 0
  /// The dependencies of the first sample; valid if flag 4 is set.
  package var firstSampleFlags: UInt32 = 0
  /// The samples; empty when nothing is said of any.
  package var entries: [Entry] = []

  package init() {}

  /// Tells whether an optional field is present.
  package func has(_ flag: UInt32) -> Bool { header.flags & flag != 0 }

  package mutating func code(_ coder: inout some FieldCoder) {
    coder.versionAndFlags(&header, versions: 0...1)
    coder.number("count", &sampleCount)
    if has(1) { coder.number("dataOffset", &dataOffset) }
    if has(4) { coder.number("firstSampleFlags", &firstSampleFlags, style: .hexadecimal) }
    let (duration, size, flags, offset) = (has(0x100), has(0x200), has(0x400), has(0x800))
    let bytes = [duration, size, flags, offset].filter { $0 }.count * 4
    guard bytes > 0 else { return }
    coder.list("samples", &entries, count: Int(sampleCount), elementBytes: bytes, blank: Entry()) { coder, entry in
      if duration { coder.number("", &entry.duration) }
      if size { coder.number("", &entry.size) }
      if flags { coder.number("", &entry.flags, style: .hexadecimal) }
      if offset { coder.number("", &entry.compositionOffset) }
    }
  }
}
