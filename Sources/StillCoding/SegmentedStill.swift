import ByteCoding
import MediaCore

/// The Exif and the XMP that count of a still in segments or chunks, and where these lie.
struct SegmentMetadata {
  private(set) var exif: ExifBlock?
  var xmp: [UInt8]?
  /// The oddities of the file, as sentences.
  var problems: [String] = []
  private(set) var exifPlace: Range<Int>?
  var xmpPlace: Range<Int>?

  /// Takes in what is called `part` and lies at `place`, unless a valid one came before it.
  mutating func readExif(_ bytes: [UInt8], _ part: String, at place: Range<Int>) {
    exif = ExifBlock(chunk: bytes)
    // A broken one is a place for a new one until a valid one comes.
    if exif != nil || exifPlace == nil { exifPlace = place }
    if exif == nil { problems.append("The \(part) at byte \(place.lowerBound) cannot be read: it holds no TIFF.") }
  }
}

/// A still whose metadata lie in segments or chunks of the file.
protocol SegmentedStill: StillContainer {
  /// The name of the file's kind in messages.
  static var kind: String { get }
  var source: any ByteSource { get }
  var metadata: SegmentMetadata { get }
  /// The changes that put Exif or XMP in place of what is there, and those of the trailer.
  func patches(_ change: StillChange) throws(CodingError) -> [BytePatch]
}

extension SegmentedStill {
  var exif: ExifBlock? { metadata.exif }
  var xmp: [UInt8]? { metadata.xmp }
  var problems: [String] { metadata.problems + (exif?.problems ?? []) }

  func rope(_ change: StillChange, _ edits: StillEdits) throws(CodingError) -> (rope: ByteRope, notes: [String]) {
    (try ByteRope(source, patches(change)), [])
  }

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
