public import ByteCoding
import ISOBoxes
public import MediaCore

/// What becomes of a Motion Photo's movie when its still is rewritten.
public enum HEICMotionVideo: Sendable {
  /// It stays, if there is one.
  case keep
  /// It goes.
  case remove
  /// This one is put at the end of the file, in a box `mpvd` with a header of 8 bytes (16 from 4 GiB on), in place
  /// of one that is there.
  case set(ByteRope)
}

extension HEICFile {
  /// The file with other metadata; all pictures and unknown items stay byte for byte what they are.
  ///
  /// `nil` leaves a thing as it is. `exifTIFF` is Exif from its TIFF header on; its Orientation must fit to
  /// `orientation`, which becomes `irot` and `imir` of the picture and of its thumbnails and auxiliary pictures. Where
  /// new metadata fit into the old ones' place they go there; otherwise into an `mdat` of their own, and the old
  /// ones' bytes are overwritten with zeros. The same change twice gives the same bytes.
  ///
  /// A box `sefd`, in which Samsung says where the movie lies, goes with the movie.
  /// - Throws: ``MediaCore/CodingError`` with `.unsupported` where the file's structure has no room for the change.
  public func rope(
    exifTIFF: [UInt8]? = nil, xmp: [UInt8]? = nil, orientation: ExifOrientation? = nil,
    motionVideo: HEICMotionVideo = .keep
  ) throws(CodingError) -> ByteRope {
    var rewriter = HEICRewriter(self)
    if let exifTIFF { try rewriter.setExif(exifTIFF) }
    if let xmp { try rewriter.setXMP(xmp) }
    if let orientation, orientation != self.orientation { try rewriter.turn(to: orientation) }
    return try rewriter.rope(motionVideo: motionVideo)
  }

  /// The bytes of a file that libheif wrote, as phones would have it: Exif and XMP are not to be shown, and every
  /// brand is named once.
  func tidied() throws(CodingError) -> [UInt8] {
    var rewriter = HEICRewriter(self)
    rewriter.hideMetadata()
    try rewriter.tidyBrands()
    let rope = try rewriter.rope(motionVideo: .keep)
    do { return try rope.contents() } catch { throw Self.error(source, error) }
  }

  /// The bytes of the file as libheif takes them.
  ///
  /// Up to version 1.16 it refuses files with auxiliary pictures of several pictures, or with metadata of something
  /// that it does not know for a picture; phones write both since they have `tmap`. In such a file auxiliary pictures
  /// belong to one picture and metadata to none, which changes nothing about what is decoded.
  func decodableBytes() throws(CodingError) -> [UInt8] {
    let isStrange = table.references.contains {
      ($0.type == "auxl" && $0.targets.count > 1) || ($0.type == "cdsc" && $0.targets != [table.primary])
    }
    guard isStrange else {
      do throws(ByteError) { return try source.allBytes() } catch { throw Self.error(source, error) }
    }
    var rewriter = HEICRewriter(self)
    rewriter.simplifyReferences()
    let rope = try rewriter.rope(motionVideo: .keep)
    do { return try rope.contents() } catch { throw Self.error(source, error) }
  }
}
