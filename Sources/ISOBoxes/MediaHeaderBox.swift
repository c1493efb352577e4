/// The clock and length of a track's media. Stands for `mdhd`, ISO/IEC 14496-12, 8.4.2.
public struct MediaHeaderBox: Box {
  /// `mdhd`.
  public var type: FourCC { "mdhd" }
  /// Version 1 has dates and duration of 64 bits.
  public var header = VersionAndFlags()
  /// When the media was made, in seconds since 1904-01-01 UTC.
  public var creationTime: UInt64 = 0
  /// When it was last changed, in seconds since 1904-01-01 UTC.
  public var modificationTime: UInt64 = 0
  /// Units in a second, of sample times and durations.
  public var timescale: UInt32
  /// The sum of the samples' durations in those units.
  public var duration: UInt64
  /// ISO 639-2 in three times five bits; 0x55C4 is `und`.
  public var language: UInt16 = 0x55c4
  /// QuickTime's playback quality; 0 in movies of today.
  public var quality: UInt16 = 0

  /// A header with the given clock and length.
  public init(timescale: UInt32, duration: UInt64) {
    self.timescale = timescale
    self.duration = duration
  }

  /// A box to be decoded into.
  public init(blank type: FourCC) { self.init(timescale: 600, duration: 0) }

  /// Hands over the fields.
  public mutating func code(_ coder: inout some FieldCoder) {
    coder.versionAndFlags(&header, versions: 0...1)
    let isWide = header.version == 1
    coder.u32or64("creation", &creationTime, isWide: isWide)
    coder.u32or64("modification", &modificationTime, isWide: isWide)
    coder.u32("timescale", &timescale)
    coder.u32or64("duration", &duration, isWide: isWide)
    coder.u16("language", &language, style: .hexadecimal)
    coder.u16("quality", &quality)
  }
}
