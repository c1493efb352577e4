/// The properties of one track. Stands for `tkhd`, ISO/IEC 14496-12, 8.3.2.
package struct TrackHeaderBox: Box {
  package var type: FourCC { "tkhd" }
  /// Version 1 has dates and duration of 64 bits. Flags: 1 enabled, 2 in the movie, 4 in the preview, 8 in the poster.
  package var header = VersionAndFlags(version: 0, flags: 0x0f)
  /// The date at which the track was made, in seconds since 1904-01-01 UTC.
  package var creationTime: UInt64 = 0
  /// The date at which the track was last changed, in seconds since 1904-01-01 UTC.
  package var modificationTime: UInt64 = 0
  /// The track's number; never 0.
  package var trackID: UInt32
  package var reserved1: UInt32 = 0
  /// The sum of the track's edits, in units of the movie's timescale.
  package var duration: UInt64
  package var reserved2 = [UInt8](repeating: 0, count: 8)
  /// Front to back order; lower is nearer.
  package var layer: Int16 = 0
  /// Tracks of one group stand for one another; 0 is none.
  package var alternateGroup: Int16 = 0
  /// The volume of the track, with 8 bits after the point; 0x0100 is full, and 0 is for tracks without sound.
  package var volume: UInt16 = 0
  package var reserved3: UInt16 = 0
  /// The transform by which the picture is turned for display.
  package var matrix = TransformMatrix.unity
  /// Width in pixels, before turning.
  package var width = Fixed16(0)
  /// Height in pixels, before turning.
  package var height = Fixed16(0)

  package init(trackID: UInt32, duration: UInt64) {
    self.trackID = trackID
    self.duration = duration
  }

  package var isEnabled: Bool { header.flags & 1 != 0 }

  package mutating func code(_ coder: inout some FieldCoder) {
    coder.versionAndFlags(&header, versions: 0...1)
    let isWide = header.version == 1
    coder.number("creation", &creationTime, isWide: isWide)
    coder.number("modification", &modificationTime, isWide: isWide)
    coder.number("trackID", &trackID)
    coder.number("reserved", &reserved1)
    coder.number("duration", &duration, isWide: isWide)
    coder.bytes("reserved", &reserved2, count: 8)
    coder.number("layer", &layer)
    coder.number("alternateGroup", &alternateGroup)
    coder.number("volume", &volume, style: .hexadecimal)
    coder.number("reserved", &reserved3)
    coder.matrix("matrix", &matrix)
    coder.fixed16("width", &width, isSigned: false)
    coder.fixed16("height", &height, isSigned: false)
  }
}
