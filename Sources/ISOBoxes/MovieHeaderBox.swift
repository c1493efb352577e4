/// What holds for the whole movie. Stands for `mvhd`, ISO/IEC 14496-12, 8.2.2.
public struct MovieHeaderBox: Box {
  /// `mvhd`.
  public var type: FourCC { "mvhd" }
  /// Version 1 has dates and duration of 64 bits.
  public var header = VersionAndFlags()
  /// When the movie was made, in seconds since 1904-01-01 UTC.
  public var creationTime: UInt64 = 0
  /// When it was last changed, in seconds since 1904-01-01 UTC.
  public var modificationTime: UInt64 = 0
  /// Units in a second, of the movie's durations and edit lists.
  public var timescale: UInt32
  /// The longest track's duration in those units.
  public var duration: UInt64
  /// How fast to play; 1 is normal.
  public var rate = Fixed16(1)
  /// How loud to play, with 8 bits after the point; 0x0100 is full.
  public var volume: UInt16 = 0x0100
  /// Reserved; 10 bytes.
  public var reserved = [UInt8](repeating: 0, count: 10)
  /// How the whole movie is turned.
  public var matrix = TransformMatrix.unity
  /// Preview, poster, selection and current time of old QuickTime; 24 bytes.
  public var preview = [UInt8](repeating: 0, count: 24)
  /// A number greater than every track's.
  public var nextTrackID: UInt32

  /// A header with the given clock and length.
  public init(timescale: UInt32, duration: UInt64, nextTrackID: UInt32) {
    self.timescale = timescale
    self.duration = duration
    self.nextTrackID = nextTrackID
  }

  /// A box to be decoded into.
  public init(blank type: FourCC) { self.init(timescale: 600, duration: 0, nextTrackID: 1) }

  /// Hands over the fields.
  public mutating func code(_ coder: inout some FieldCoder) {
    coder.versionAndFlags(&header, versions: 0...1)
    let isWide = header.version == 1
    coder.u32or64("creation", &creationTime, isWide: isWide)
    coder.u32or64("modification", &modificationTime, isWide: isWide)
    coder.u32("timescale", &timescale)
    coder.u32or64("duration", &duration, isWide: isWide)
    coder.fixed16("rate", &rate)
    coder.u16("volume", &volume, style: .hexadecimal)
    coder.bytes("reserved", &reserved, count: 10)
    coder.matrix("matrix", &matrix)
    coder.bytes("preview", &preview, count: 24)
    coder.u32("nextTrackID", &nextTrackID)
  }
}
