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

extension StillContainer {
  /// What edits make of Exif and XMP, and what is lost by them, as sentences. New Exif has `orientation` if they name
  /// none.
  func change(
    _ edits: StillEdits, orientation: ExifOrientation, video: XMPEditor.Video?
  ) throws(CodingError) -> (change: StillChange, notes: [String]) {
    var change = StillChange()
    var notes: [String] = []
    if let exif {
      let (bytes, lost) = try ExifEditor.applying(edits, to: exif)
      if bytes != exif.bytes { change.exif = bytes }
      notes = lost
    } else if edits.needsExif {
      // Without a profile a JPEG's colours are sRGB's; what another picture says is its own business.
      let isSRGB = (self as? JPEGFile).map { !$0.segments.contains { $0.content == .icc } } ?? false
      change.exif = ExifWriter.tiff(
        for: edits, orientation: orientation, width: width, height: height, isSRGB: isSRGB)
    }
    let packet = try XMPEditor.applying(edits, video: video, to: xmp)
    if packet != xmp { change.xmp = packet }
    return (change, notes)
  }
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
