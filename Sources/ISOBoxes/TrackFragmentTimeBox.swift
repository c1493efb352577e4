/// The time at which a fragment's first sample is decoded. Stands for `tfdt`, ISO/IEC 14496-12, 8.8.12.
package struct TrackFragmentTimeBox: Box {
  package var type: FourCC { "tfdt" }
  /// Version 1 has 64 bits.
  package var header = VersionAndFlags()
  /// The sum of the durations of all samples before, in units of the media's timescale.
  package var baseDecodeTime: UInt64 = 0

  package init() {}

  package mutating func code(_ coder: inout some FieldCoder) {
    coder.versionAndFlags(&header, versions: 0...1)
    coder.number("time", &baseDecodeTime, isWide: header.version == 1)
  }
}
