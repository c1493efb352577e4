/// The extremes of a track's composition offsets. Stands for `cslg`, ISO/IEC 14496-12, 8.6.1.4.
package struct CompositionShiftBox: Box {
  package var type: FourCC { "cslg" }
  /// Version 1 has numbers of 64 bits.
  package var header = VersionAndFlags()
  /// The shift from composition to decoding, least and greatest offset, first and last time of composition:
  /// five numbers, in units of the media's timescale.
  package var values: [Int64]

  package mutating func code(_ coder: inout some FieldCoder) {
    coder.versionAndFlags(&header, versions: 0...1)
    let isWide = header.version == 1
    coder.numbers("values", &values, count: 5, bytes: isWide ? 8 : 4)
  }
}
