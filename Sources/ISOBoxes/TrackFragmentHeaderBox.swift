/// What holds for one track's samples of a fragment. Stands for `tfhd`, ISO/IEC 14496-12, 8.8.7.
package struct TrackFragmentHeaderBox: Box {
  package var type: FourCC { "tfhd" }
  /// Flags: 1 base offset, 2 description, 8 duration, 16 size, 32 flags are present; 0x20000 offsets count from `moof`.
  package var header = VersionAndFlags()
  package var trackID: UInt32 = 0
  /// Where offsets of the runs count from, in the file; meant if flag 1 is set.
  package var baseOffset: UInt64 = 0
  /// Which of the sample descriptions samples have; meant if flag 2 is set.
  package var descriptionIndex: UInt32 = 1
  /// How long samples last; meant if flag 8 is set.
  package var duration: UInt32 = 0
  /// How many bytes samples have; meant if flag 16 is set.
  package var size: UInt32 = 0
  /// Dependencies of samples; meant if flag 32 is set.
  package var sampleFlags: UInt32 = 0

  package init() {}

  /// Whether an optional field is present.
  package func has(_ flag: UInt32) -> Bool { header.flags & flag != 0 }

  package mutating func code(_ coder: inout some FieldCoder) {
    coder.versionAndFlags(&header)
    coder.number("trackID", &trackID)
    if has(1) { coder.number("baseOffset", &baseOffset, isWide: true) }
    if has(2) { coder.number("description", &descriptionIndex) }
    if has(8) { coder.number("duration", &duration) }
    if has(16) { coder.number("size", &size) }
    if has(32) { coder.number("sampleFlags", &sampleFlags, style: .hexadecimal) }
  }
}
