public import ByteCoding
import ISOBoxes
public import MediaCore

extension HEICFile {
  /// The file with other metadata; all pictures and unknown items stay byte for byte what they are.
  ///
  /// `nil` leaves a thing as it is. `exifTIFF` is Exif from its TIFF header on; its Orientation must fit to
  /// `orientation`, which becomes `irot` and `imir` of the picture and of its thumbnails and auxiliary pictures. Where
  /// new metadata fit into the old ones' place they go there; otherwise into an `mdat` of their own, and the old
  /// ones' bytes are overwritten with zeros. The same change twice gives the same bytes.
  /// - Throws: ``MediaCore/CodingError`` with `.unsupported` where the file's structure has no room for the change.
  public func rope(
    exifTIFF: [UInt8]? = nil, xmp: [UInt8]? = nil, orientation: ExifOrientation? = nil
  ) throws(CodingError) -> ByteRope {
    var rewriter = try HEICRewriter(self, exif: exifTIFF, xmp: xmp, orientation: orientation)
    return try rewriter.rope()
  }

  /// The file with a change, and what had to go as sentences. For a video, the header of the box that holds it comes
  /// last.
  func rope(_ change: StillChange, _ edits: StillEdits) throws(CodingError) -> (rope: ByteRope, notes: [String]) {
    guard !edits.removesLocation || damages.isEmpty else {
      throw Self.error(source, .malformed, "\(damages[0]) It may say where the still was taken, and cannot be cleaned.")
    }
    var rewriter = try HEICRewriter(self, exif: change.exif, xmp: change.xmp, orientation: edits.orientation)
    var notes = edits.removesLocation ? try rewriter.removeLocation() : []
    var header: [UInt8] = []
    if case .set(let length, _) = edits.motionPhoto {
      header = Self.videoHeader(length)
      // Who walks along the boxes would not find the video behind it.
      rewriter.dropsTrailer = !layout.trailer.isEmpty
      if rewriter.dropsTrailer {
        notes.append("The \(layout.trailer.count) bytes behind its last box, which are no box, are left out.")
      }
    }
    return (try rewriter.rope(removesVideo: edits.motionPhoto != .keep, end: header), notes)
  }

  /// The header of `mpvd`: 8 bytes, or 16 where the size needs them.
  static func videoHeader(_ length: Int) -> [UInt8] {
    BoxHeader(type: "mpvd", payloadSize: UInt64(length)).bytes
  }

  /// The bytes of a file that libheif wrote, as phones would have it: Exif and XMP are not to be shown, and every
  /// brand is named once.
  func tidied() throws(CodingError) -> [UInt8] {
    var rewriter = try HEICRewriter(self)
    rewriter.changeInfo(of: [table.exifItem, table.xmpItem].compactMap(\.self)) { $0.isHidden = true }
    try rewriter.tidyBrands()
    return try rewriter.rope().file(source.name)
  }

  /// The bytes of the file as libheif takes them, without what lies behind its pictures, which may be of any length.
  ///
  /// Up to version 1.16 it refuses files with auxiliary pictures of several pictures, or with metadata of something
  /// that it does not know for a picture; phones write both since they have `tmap`. In such a file auxiliary pictures
  /// belong to one picture and metadata to none, which changes nothing about what is decoded.
  func decodableBytes() throws(CodingError) -> [UInt8] {
    let end = picturesEnd
    if end < source.count {
      let pictures: ByteSlice
      do { pictures = try source.slice(0..<end) } catch { throw Self.error(source, error) }
      return try HEICFile.read(pictures).decodableBytes()
    }
    let isStrange = table.references.contains {
      ($0.type == "auxl" && $0.targets.count > 1) || ($0.type == "cdsc" && $0.targets != [table.primary])
    }
    guard isStrange else { return try source.part(0..<source.count, of: "pictures") }
    var rewriter = try HEICRewriter(self)
    rewriter.simplifyReferences()
    return try rewriter.rope().file(source.name)
  }

  /// The place where a video begins, or bytes that are no box, if no item lies there; else the file's end.
  private var picturesEnd: Int {
    let video = layout.parts.first { $0.type == "mpvd" }?.range.lowerBound
    let appended = HEICMotion.appended(layout).map { layout.parts[$0].range.lowerBound }
    let end = min(video ?? source.count, appended ?? source.count, layout.trailer.lowerBound)
    let isNeeded = table.locations.values.contains { item in
      item.construction == 0
        && item.extents.contains { extent in
          let start = item.baseOffset.addingReportingOverflow(extent.offset)
          return start.overflow || extent.length == 0 || start.partialValue > end
            || extent.length > UInt64(end) - start.partialValue
        }
    }
    let isBehindMeta = layout.first("meta").map { $0.range.upperBound <= end } ?? false
    return isNeeded || !isBehindMeta ? source.count : end
  }
}
