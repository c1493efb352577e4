/// When a fragment's first sample is decoded. Stands for `tfdt`, ISO/IEC 14496-12, 8.8.12.
public struct TrackFragmentTimeBox: Box {
  /// `tfdt`.
  public var type: FourCC { "tfdt" }
  /// Version 1 has 64 bits.
  public var header = VersionAndFlags()
  /// The sum of the durations of all samples before, in units of the media's timescale.
  public var baseDecodeTime: UInt64 = 0

  /// A box to be decoded into.
  public init(blank type: FourCC) {}

  /// Hands over the fields.
  public mutating func code(_ coder: inout some FieldCoder) {
    coder.versionAndFlags(&header, versions: 0...1)
    coder.u32or64("time", &baseDecodeTime, isWide: header.version == 1)
  }
}
