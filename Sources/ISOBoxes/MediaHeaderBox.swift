/// The clock and length of a track's media. Stands for `mdhd`, ISO/IEC 14496-12, 8.4.2.
package struct MediaHeaderBox: Box {
  package var type: FourCC { "mdhd" }
  /// Version 1 has dates and duration of 64 bits.
  package var header = VersionAndFlags()
  /// The date at which the media was made, in seconds since 1904-01-01 UTC.
  package var creationTime: UInt64 = 0
  /// The date at which the media was last changed, in seconds since 1904-01-01 UTC.
  package var modificationTime: UInt64 = 0
  /// Units in a second, of sample times and durations.
  package var timescale: UInt32
  /// The sum of the samples' durations in those units.
  package var duration: UInt64
  /// ISO 639-2 in three times five bits; 0x55C4 is `und`.
  package var language: UInt16 = 0x55c4
  /// QuickTime's playback quality; 0 in movies of today.
  package var quality: UInt16 = 0

  package init(timescale: UInt32, duration: UInt64) {
    self.timescale = timescale
    self.duration = duration
  }

  package mutating func code(_ coder: inout some FieldCoder) {
    coder.versionAndFlags(&header, versions: 0...1)
    let isWide = header.version == 1
    coder.number("creation", &creationTime, isWide: isWide)
    coder.number("modification", &modificationTime, isWide: isWide)
    coder.number("timescale", &timescale)
    coder.number("duration", &duration, isWide: isWide)
    coder.number("language", &language, style: .hexadecimal)
    coder.number("quality", &quality)
  }
}
