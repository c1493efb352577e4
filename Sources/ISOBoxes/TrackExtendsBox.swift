/// The defaults for a track's samples in fragments, which a fragment may override. Stands for `trex`, ISO/IEC 14496-12,
/// 8.8.3.
package struct TrackExtendsBox: Box {
  package var type: FourCC { "trex" }
  package var header = VersionAndFlags()
  package var trackID: UInt32 = 0
  /// The number of the sample description that samples have, from 1.
  package var descriptionIndex: UInt32 = 1
  /// The duration of a sample, in units of the media's timescale.
  package var duration: UInt32 = 0
  package var size: UInt32 = 0
  /// Dependencies of samples; bit 16 is set for those that are no sync samples.
  package var flags: UInt32 = 0

  package init() {}

  package mutating func code(_ coder: inout some FieldCoder) {
    coder.versionAndFlags(&header)
    coder.number("trackID", &trackID)
    coder.number("description", &descriptionIndex)
    coder.number("duration", &duration)
    coder.number("size", &size)
    coder.number("flags", &flags, style: .hexadecimal)
  }
}
