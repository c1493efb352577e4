/// The defaults for one track's samples in a fragment. Stands for `tfhd`, ISO/IEC 14496-12, 8.8.7.
package struct TrackFragmentHeaderBox: Box {
  package var type: FourCC { "tfhd" }
  /// Flags: 1 base offset, 2 description, 8 duration, 16 size, 32 flags are present; 0x20000 offsets count from `moof`.
  package var header = VersionAndFlags()
  package var trackID: UInt32 = 0
  /// The place in the file from which offsets of the runs count; valid if flag 1 is set.
  package var baseOffset: UInt64 = 0
  /// The number of the sample description that samples have; valid if flag 2 is set.
  package var descriptionIndex: UInt32 = 1
  /// The duration of a sample; valid if flag 8 is set.
  package var duration: UInt32 = 0
  /// The size of a sample in bytes; valid if flag 16 is set.
  package var size: UInt32 = 0
  /// The dependencies of samples; valid if flag 32 is set.
  package var sampleFlags: UInt32 = 0

  package init() {}

  /// Tells whether an optional field is present.
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
