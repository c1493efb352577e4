/// What holds for a track's samples in fragments that say nothing else. Stands for `trex`, ISO/IEC 14496-12, 8.8.3.
public struct TrackExtendsBox: Box {
  /// `trex`.
  public var type: FourCC { "trex" }
  /// Version 0.
  public var header = VersionAndFlags()
  /// The track's number.
  public var trackID: UInt32 = 0
  /// Which of the sample descriptions samples have, from 1.
  public var descriptionIndex: UInt32 = 1
  /// How long samples last, in units of the media's timescale.
  public var duration: UInt32 = 0
  /// How many bytes samples have.
  public var size: UInt32 = 0
  /// Dependencies of samples; bit 16 is set for those that are no sync samples.
  public var flags: UInt32 = 0

  /// A box to be decoded into.
  public init(blank type: FourCC) {}

  /// Hands over the fields.
  public mutating func code(_ coder: inout some FieldCoder) {
    coder.versionAndFlags(&header)
    coder.u32("trackID", &trackID)
    coder.u32("description", &descriptionIndex)
    coder.u32("duration", &duration)
    coder.u32("size", &size)
    coder.u32("flags", &flags, style: .hexadecimal)
  }
}
