import ByteCoding
import MediaCore

/// A HEIC or AVIF file as one of the kinds of stills.
struct HEICContainer: StillContainer {
  let file: HEICFile
  let exif: ExifBlock?
  let problems: [String]
  var width: Int { file.width }
  var height: Int { file.height }
  var xmp: [UInt8]? { file.xmp }

  init(_ source: any ByteSource) throws(CodingError) {
    file = try HEICFile.read(source)
    exif = file.exifTIFF.flatMap { ExifBlock($0) }
    problems =
      file.damages
      + (exif?.problems ?? (file.exifTIFF == nil ? [] : ["The Exif item cannot be read: it holds no directory."]))
  }

  /// Offsets of Exif count from its TIFF header: items may lie in pieces.
  func structure() -> [StructureNode] {
    var nodes = file.structure()
    if let exif {
      nodes.append(
        StructureNode(
          "Exif item", offset: 0, size: exif.bytes.count, detail: "offsets from its TIFF header",
          children: exif.structure(at: 0)))
    }
    return nodes
  }

  /// Boxes move one another, so a HEIC is not patched: see ``StillFile/edited(_:)``.
  func patches(_ change: StillChange) -> [BytePatch] { change.trailer }

  /// Done when the file is laid out anew: see ``HEICRewriter/removeLocation()``.
  func locationRemoval() -> LocationRemoval { LocationRemoval() }

  /// The file with a change, and what had to go as sentences. For a video, the header of the box that holds it comes
  /// last.
  func rope(_ change: StillChange, _ edits: StillEdits) throws(CodingError) -> (
    rope: ByteRope, notes: [String]
  ) {
    guard !edits.removesLocation || file.damages.isEmpty else {
      throw CodingError(
        .malformed, context: file.source.name,
        message: "\(file.damages[0]) It may say where the still was taken, and cannot be cleaned.")
    }
    var rewriter = HEICRewriter(file)
    var notes: [String] = []
    if let exif = change.exif { try rewriter.setExif(exif) }
    if let xmp = change.xmp { try rewriter.setXMP(xmp) }
    if let orientation = edits.orientation, orientation != file.orientation { try rewriter.turn(to: orientation) }
    if edits.removesLocation { notes = try rewriter.removeLocation() }
    let motion: HEICMotionVideo = if case .keep = edits.motionPhoto { .keep } else { .remove }
    var rope = try rewriter.rope(motionVideo: motion)
    if case .set(let length, _) = edits.motionPhoto { rope.append(Self.videoHeader(length)) }
    return (rope, notes)
  }

  /// The header of `mpvd`: 8 bytes, or 16 where the size needs them.
  static func videoHeader(_ length: Int) -> [UInt8] {
    var writer = ByteWriter(capacity: 16)
    let isLarge = length > Int(UInt32.max) - 8
    writer.u32(isLarge ? 1 : UInt32(length + 8))
    writer.ascii("mpvd")
    if isLarge { writer.u64(UInt64(length) + 16) }
    return writer.contents
  }
}
