/// What holds for one track. Stands for `tkhd`, ISO/IEC 14496-12, 8.3.2.
public struct TrackHeaderBox: Box {
  /// `tkhd`.
  public var type: FourCC { "tkhd" }
  /// Version 1 has dates and duration of 64 bits. Flags: 1 enabled, 2 in the movie, 4 in the preview, 8 in the poster.
  public var header = VersionAndFlags(version: 0, flags: 0x0f)
  /// When the track was made, in seconds since 1904-01-01 UTC.
  public var creationTime: UInt64 = 0
  /// When it was last changed, in seconds since 1904-01-01 UTC.
  public var modificationTime: UInt64 = 0
  /// The track's number; never 0.
  public var trackID: UInt32
  /// Reserved.
  public var reserved1: UInt32 = 0
  /// The sum of the track's edits, in units of the movie's timescale.
  public var duration: UInt64
  /// Reserved; 8 bytes.
  public var reserved2 = [UInt8](repeating: 0, count: 8)
  /// Front to back order; lower is nearer.
  public var layer: Int16 = 0
  /// Tracks of one group stand for one another; 0 is none.
  public var alternateGroup: Int16 = 0
  /// How loud, with 8 bits after the point; 0x0100 is full, and 0 for what makes no sound.
  public var volume: UInt16 = 0
  /// Reserved.
  public var reserved3: UInt16 = 0
  /// How the picture is turned for display.
  public var matrix = TransformMatrix.unity
  /// Width in pixels, before turning.
  public var width = Fixed16(0)
  /// Height in pixels, before turning.
  public var height = Fixed16(0)

  /// A header for a track of a number and length.
  public init(trackID: UInt32, duration: UInt64) {
    self.trackID = trackID
    self.duration = duration
  }

  /// A box to be decoded into.
  public init(blank type: FourCC) { self.init(trackID: 1, duration: 0) }

  /// Whether players show or sound the track.
  public var isEnabled: Bool { header.flags & 1 != 0 }

  /// Hands over the fields.
  public mutating func code(_ coder: inout some FieldCoder) {
    coder.versionAndFlags(&header, versions: 0...1)
    let isWide = header.version == 1
    coder.u32or64("creation", &creationTime, isWide: isWide)
    coder.u32or64("modification", &modificationTime, isWide: isWide)
    coder.u32("trackID", &trackID)
    coder.u32("reserved", &reserved1)
    coder.u32or64("duration", &duration, isWide: isWide)
    coder.bytes("reserved", &reserved2, count: 8)
    coder.i16("layer", &layer)
    coder.i16("alternateGroup", &alternateGroup)
    coder.u16("volume", &volume, style: .hexadecimal)
    coder.u16("reserved", &reserved3)
    coder.matrix("matrix", &matrix)
    coder.fixed16("width", &width)
    coder.fixed16("height", &height)
  }
}
