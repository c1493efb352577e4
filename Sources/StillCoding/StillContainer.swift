import ByteCoding
import MediaCore

/// What all kinds of still files have in common: a size, a place for Exif and a place for XMP.
protocol StillContainer: Sendable {
  var width: Int { get }
  var height: Int { get }
  /// The first valid Exif.
  var exif: ExifBlock? { get }
  /// The main XMP packet in UTF-8.
  var xmp: [UInt8]? { get }
  /// What is odd, as sentences.
  var problems: [String] { get }
  /// The file's parts.
  func structure() throws(CodingError) -> [StructureNode]
  /// The changes that put Exif or XMP in place of what is there; `nil` leaves it. `cuts` are made anyway.
  func patches(_ change: StillChange) throws(CodingError) -> [BytePatch]
}

/// New metadata for a container.
struct StillChange {
  /// The TIFF to put in.
  var exif: [UInt8]?
  /// The packet to put in.
  var xmp: [UInt8]?
  /// Whether places go from all other metadata, too.
  var removesLocation = false
  /// What goes from, or changes in, the trailer.
  var trailer: [BytePatch] = []
}
