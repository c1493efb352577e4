/// The properties of the whole movie. Stands for `mvhd`, ISO/IEC 14496-12, 8.2.2.
package struct MovieHeaderBox: Box {
  package var type: FourCC { "mvhd" }
  /// Version 1 has dates and duration of 64 bits.
  package var header = VersionAndFlags()
  /// The date at which the movie was made, in seconds since 1904-01-01 UTC.
  package var creationTime: UInt64 = 0
  /// The date at which the movie was last changed, in seconds since 1904-01-01 UTC.
  package var modificationTime: UInt64 = 0
  /// Units in a second, of the movie's durations and edit lists.
  package var timescale: UInt32
  /// The longest track's duration in those units.
  package var duration: UInt64
  /// The rate at which to play; 1 is normal.
  package var rate = Fixed16(1)
  /// The volume at which to play, with 8 bits after the point; 0x0100 is full.
  package var volume: UInt16 = 0x0100
  package var reserved = [UInt8](repeating: 0, count: 10)
  /// The transform by which the whole movie is turned.
  package var matrix = TransformMatrix.unity
  /// Preview, poster, selection and current time of old QuickTime; 24 bytes.
  package var preview = [UInt8](repeating: 0, count: 24)
  /// A number greater than every track's.
  package var nextTrackID: UInt32

  package init(timescale: UInt32, duration: UInt64, nextTrackID: UInt32) {
    self.timescale = timescale
    self.duration = duration
    self.nextTrackID = nextTrackID
  }

  package mutating func code(_ coder: inout some FieldCoder) {
    coder.versionAndFlags(&header, versions: 0...1)
    let isWide = header.version == 1
    coder.number("creation", &creationTime, isWide: isWide)
    coder.number("modification", &modificationTime, isWide: isWide)
    coder.number("timescale", &timescale)
    coder.number("duration", &duration, isWide: isWide)
    coder.fixed16("rate", &rate)
    coder.number("volume", &volume, style: .hexadecimal)
    coder.bytes("reserved", &reserved, count: 10)
    coder.matrix("matrix", &matrix)
    coder.bytes("preview", &preview, count: 24)
    coder.number("nextTrackID", &nextTrackID)
  }
}
