/// What holds for one track's samples of a fragment. Stands for `tfhd`, ISO/IEC 14496-12, 8.8.7.
public struct TrackFragmentHeaderBox: Box {
  /// `tfhd`.
  public var type: FourCC { "tfhd" }
  /// Flags: 1 base offset, 2 description, 8 duration, 16 size, 32 flags are present; 0x20000 offsets count from `moof`.
  public var header = VersionAndFlags()
  /// The track's number.
  public var trackID: UInt32 = 0
  /// Where offsets of the runs count from, in the file; meant if flag 1 is set.
  public var baseOffset: UInt64 = 0
  /// Which of the sample descriptions samples have; meant if flag 2 is set.
  public var descriptionIndex: UInt32 = 1
  /// How long samples last; meant if flag 8 is set.
  public var duration: UInt32 = 0
  /// How many bytes samples have; meant if flag 16 is set.
  public var size: UInt32 = 0
  /// Dependencies of samples; meant if flag 32 is set.
  public var sampleFlags: UInt32 = 0

  /// A box to be decoded into.
  public init(blank type: FourCC) {}

  /// Whether an optional field is present.
  public func has(_ flag: UInt32) -> Bool { header.flags & flag != 0 }

  /// Hands over the fields.
  public mutating func code(_ coder: inout some FieldCoder) {
    coder.versionAndFlags(&header)
    coder.u32("trackID", &trackID)
    if has(1) { coder.u32or64("baseOffset", &baseOffset, isWide: true) }
    if has(2) { coder.u32("description", &descriptionIndex) }
    if has(8) { coder.u32("duration", &duration) }
    if has(16) { coder.u32("size", &size) }
    if has(32) { coder.u32("sampleFlags", &sampleFlags, style: .hexadecimal) }
  }
}
