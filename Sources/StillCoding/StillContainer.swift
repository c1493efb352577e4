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
  /// The changes that take places out of everything but the Exif and the XMP that count.
  /// - Throws: ``MediaCore/CodingError`` for what may tell of a place and cannot be read.
  func locationRemoval() throws(CodingError) -> LocationRemoval
  /// The changes that put Exif or XMP in place of what is there; `nil` leaves it. `cuts` are made anyway.
  func patches(_ change: StillChange) throws(CodingError) -> [BytePatch]
}

/// New metadata for a container.
struct StillChange {
  /// The TIFF to put in.
  var exif: [UInt8]?
  /// The packet to put in.
  var xmp: [UInt8]?
  /// What goes from, or changes in, other metadata and the trailer.
  var trailer: [BytePatch] = []
}

/// What is to be done so that a file tells no place.
struct LocationRemoval {
  var patches: [BytePatch] = []
  /// What had to go as a whole, as sentences.
  var notes: [String] = []
}
