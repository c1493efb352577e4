import ByteCoding

/// The maker note by which Photos and its kin know the still of a Live Photo.
///
/// 69 bytes: a header, a directory of the one tag 0x0011, and the identifier's text. The numbers are always
/// big-endian, and the offset counts from the note's own first byte, whatever the Exif around it does.
public enum AppleMakerNote {
  /// A note with an identifier in the letter case given, 36 ASCII characters, as the value of Exif's tag 0x927C.
  public static func bytes(identifier: String) -> [UInt8] {
    var writer = ByteWriter(capacity: 69)
    writer.ascii("Apple iOS")
    writer.u8(0)
    writer.u16(1)  // the note's version
    writer.ascii("MM")
    writer.u16(1)  // entries
    writer.u16(0x0011)
    writer.u16(2)  // ASCII
    writer.u32(37)  // characters and terminator
    writer.u32(32)  // where they begin
    writer.u32(0)  // no further directory
    writer.ascii(identifier)
    writer.u8(0)
    return writer.contents
  }
}
