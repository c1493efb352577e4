import ByteCoding
import MediaCore

/// The maker note by which Photos and its kin know the still of a Live Photo: its entries, and a check of the
/// identifier in it against what Photos expects.
public struct AppleMakerNote: Sendable {
  /// The note, from its `Apple iOS` on.
  public let bytes: [UInt8]
  /// The note's own version; 1 in every known file.
  public let version: Int
  /// The note's only directory; offsets count from the note's first byte.
  public let directory: ExifDirectory
  /// The directory's entries.
  public var entries: [ExifDirectory.Entry] { directory.entries }
  let reader: TIFFReader

  static let identifier = Array("Apple iOS".utf8) + [0]
  static let directoryOffset = 14
  /// The name in messages of property lists that a note holds.
  static let kind = "Apple's maker note"

  /// Reads a note; `nil` unless it begins with `Apple iOS`, a zero, a version, and `MM` or `II`.
  public init?(_ bytes: [UInt8]) {
    guard bytes.count >= 16, bytes.starts(with: Self.identifier) else { return nil }
    switch (bytes[12], bytes[13]) {
    case (0x4d, 0x4d): reader = TIFFReader(bytes, order: .big)
    case (0x49, 0x49): reader = TIFFReader(bytes, order: .little)
    default: return nil
    }
    guard let directory = reader.directory(.image, at: Self.directoryOffset) else { return nil }
    self.bytes = bytes
    version = Int(bytes[10]) << 8 | Int(bytes[11])
    self.directory = directory
  }

  /// Returns a note of nothing but an identifier in the letter case given, 36 ASCII characters, as the value of Exif's
  /// tag 0x927C.
  ///
  /// 69 bytes: a header, a directory of the one tag 0x0011, and the identifier's text. The numbers are always
  /// big-endian, and the offset counts from the note's own first byte, whatever the Exif around it does.
  public static func bytes(identifier: String) -> [UInt8] {
    var writer = ByteWriter(capacity: 69)
    writer.bytes(Self.identifier)
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

  /// The text of tag 0x0011 as it stands, up to its first zero; `nil` if there is none.
  public var contentIdentifier: String? { reader.text(entries.first { $0.tag == 0x0011 }) }

  /// The entry of tag 0x0011, if it has exactly the form of section 7.1: type 2, 37 bytes that lie in the note.
  var identifierRange: Range<Int>? {
    guard let entry = entries.first(where: { $0.tag == 0x0011 }), entry.type == 2, entry.count == 37 else { return nil }
    return entry.valueRange
  }

  /// The reasons why strict readers do not find the identifier, as sentences; empty if the note has the expected form.
  public var findings: [String] {
    var findings: [String] = []
    if version != 1 { findings.append("The note's version is \(version), and every known one is 1.") }
    if reader.order != .big { findings.append("The note is little-endian, and every known one is big-endian.") }
    if entries.count < directory.declaredCount {
      findings.append("The note announces \(directory.declaredCount) entries and has room for \(entries.count).")
    }
    guard let entry = entries.first(where: { $0.tag == 0x0011 }) else {
      return findings + ["Tag 0x0011, the content identifier, is not among the note's \(entries.count) entries."]
    }
    if entry.type != 2 { findings.append("Tag 0x0011 has the type \(entry.type); it must be 2 (ASCII).") }
    if entry.count != 37 {
      findings.append("Tag 0x0011 has the count \(entry.count); it must be 37: 36 characters and a zero.")
    }
    guard let range = entry.valueRange else {
      return findings + ["The value of tag 0x0011 lies outside of the note's \(bytes.count) bytes."]
    }
    if range.lowerBound < Self.directoryOffset + 2 + 12 * directory.declaredCount + 4, range.count > 4 {
      findings.append("The value of tag 0x0011 overlaps the note's directory.")
    }
    if bytes[range].last != 0 { findings.append("The value of tag 0x0011 does not end with a zero.") }
    if PairIdentifier(uuidString: contentIdentifier ?? "") == nil {
      findings.append("The value of tag 0x0011 is no UUID of 36 characters.")
    }
    if entries.filter({ $0.tag == 0x0011 }).count > 1 { findings.append("Tag 0x0011 occurs more than once.") }
    return findings
  }

  /// Returns the name of a tag of the note, as far as its meaning is known; `nil` for other tags.
  public static func name(ofTag tag: UInt16) -> String? { names[tag] }

  private static let names: [UInt16: String] = [
    0x0001: "MakerNoteVersion", 0x0002: "AEMatrix", 0x0003: "RunTime", 0x0004: "AEStable", 0x0005: "AETarget",
    0x0006: "AEAverage", 0x0007: "AFStable", 0x0008: "AccelerationVector", 0x000a: "HDRImageType",
    0x000b: "BurstUUID", 0x000c: "FocusDistanceRange", 0x000f: "OISMode", 0x0011: "ContentIdentifier",
    0x0014: "ImageCaptureType", 0x0015: "ImageUniqueID", 0x0017: "LivePhotoVideoIndex",
    0x0019: "ImageProcessingFlags", 0x001a: "QualityHint", 0x001d: "LuminanceNoiseAmplitude",
    0x001f: "PhotosAppFeatureFlags", 0x0020: "ImageCaptureRequestID", 0x0021: "HDRHeadroom",
    0x0023: "AFPerformance", 0x0027: "SignalToNoiseRatio", 0x002b: "PhotoIdentifier", 0x002d: "ColorTemperature",
    0x002e: "CameraType", 0x002f: "FocusPosition", 0x0030: "HDRGain", 0x0038: "AFMeasuredDepth",
    0x003d: "AFConfidence", 0x003e: "ColorCorrectionMatrix", 0x003f: "GreenGhostMitigationStatus",
    0x0040: "SemanticStyle",
  ]
}
