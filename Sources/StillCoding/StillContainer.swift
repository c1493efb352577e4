import ByteCoding
import MediaCore

/// A still file of any kind: a size, a place for Exif and a place for XMP.
protocol StillContainer: Sendable {
  var width: Int { get }
  var height: Int { get }
  /// The first valid Exif block.
  var exif: ExifBlock? { get }
  /// The main XMP packet in UTF-8.
  var xmp: [UInt8]? { get }
  /// The oddities of the file, as sentences.
  var problems: [String] { get }
  func structure() throws(CodingError) -> [StructureNode]
  /// Adds the changes that take places out of everything but the Exif and the XMP that count.
  /// - Throws: ``MediaCore/CodingError`` for what may tell of a place and cannot be read.
  func removeLocation(_ change: inout StillChange) throws(CodingError)
  /// The file with a change, and what had to go as sentences.
  func rope(_ change: StillChange, _ edits: StillEdits) throws(CodingError) -> (rope: ByteRope, notes: [String])
}

extension StillContainer {
  /// Returns the changes to Exif and XMP that edits ask for. New Exif has `orientation` if the edits name none.
  func change(
    _ edits: StillEdits, orientation: ExifOrientation, video: XMPEditor.Video?
  ) throws(CodingError) -> StillChange {
    var change = StillChange()
    if let exif {
      let (bytes, lost) = try ExifEditor.applying(edits, to: exif)
      if bytes != exif.bytes { change.exif = bytes }
      change.notes = lost
    } else if edits.needsExif {
      // Without a profile a JPEG's colours are sRGB's; what another picture says is its own business.
      let isSRGB = edits.isSRGB ?? (self as? JPEGFile).map { !$0.segments.contains { $0.content == .icc } } ?? false
      change.exif = ExifWriter.tiff(
        for: edits, orientation: orientation, width: width, height: height, isSRGB: isSRGB)
    }
    let packet = try XMPEditor.applying(edits, video: video, to: xmp)
    if packet != xmp { change.xmp = packet }
    return change
  }
}
