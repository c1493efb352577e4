import ByteCoding
import MediaCore

/// What all kinds of still files have in common: a size, a place for Exif and a place for XMP.
protocol StillContainer: Sendable {
  var width: Int { get }
  var height: Int { get }
  /// The first valid one.
  var exif: ExifBlock? { get }
  /// The main XMP packet in UTF-8.
  var xmp: [UInt8]? { get }
  /// What is odd, as sentences.
  var problems: [String] { get }
  func structure() throws(CodingError) -> [StructureNode]
  /// The changes that take places out of everything but the Exif and the XMP that count.
  /// - Throws: ``MediaCore/CodingError`` for what may tell of a place and cannot be read.
  func locationRemoval() throws(CodingError) -> LocationRemoval
  /// The changes that put Exif or XMP in place of what is there; `nil` leaves it. `cuts` are made anyway.
  func patches(_ change: StillChange) throws(CodingError) -> [BytePatch]
}

/// A still whose metadata lie in segments or chunks of the file.
protocol SegmentedStill: StillContainer {
  /// What its kind is called in messages.
  static var kind: String { get }
  var source: any ByteSource { get }
}

extension SegmentedStill {
  func error(_ code: CodingError.Code, _ message: String, _ cause: CodingError? = nil) -> CodingError {
    CodingError(code, context: "\(Self.kind) \(source.name)", message: message, underlying: cause)
  }

  /// Throws unless only zeros stand from a place on to the file's end: other bytes may tell of a place.
  func checkTrailer(from end: Int, advice: String) throws(CodingError) {
    var pages = BytePages(source)
    guard try pages.end(of: 0, from: end, before: source.count) == source.count else {
      throw error(
        .unsupported,
        "The \(source.count - end) bytes behind the picture may say where it was taken, and livecam cannot clean "
          + "them. \(advice)")
    }
  }
}

struct StillChange {
  var exif: [UInt8]?
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
