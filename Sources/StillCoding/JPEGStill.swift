import ByteCoding
public import MediaCore

/// Makes the still of a capture out of a JPEG: the camera's own picture, untouched, with metadata put in.
///
/// Tables and entropy-coded data stay byte for byte what they were: nothing is decoded, and there is no second
/// lossy generation. What changes around them:
/// - Exif goes right behind the start of the image, where phones have it and readers look first; an Exif block
///   of the camera's own is replaced.
/// - APP0 is left out. JFIF wants to be first as well, and its resolution and thumbnail would contradict Exif's;
///   phones write none. The `AVI1` that motion JPEG puts there describes fields of a video. (It stays, behind
///   Exif, in the one case where a decoder would take the colours for something else without it.)
/// - Huffman tables that motion JPEG leaves out are supplied: ITU-T T.81 annex K.
/// - What follows the end of the image, such as padding of the driver's buffer, is cut off.
/// - Every other segment is kept, in its order.
public enum JPEGStill {
  /// The JPEG `picture` with `metadata` put in. The picture's bytes are copied once.
  ///
  /// - Throws: ``MediaCore/CodingError``: `.truncated`, `.malformed` or `.unsupported` when `picture` is not a whole
  ///   JPEG; `.invalidSetting` when the metadata claim another size or do not fit.
  public static func embedding(_ metadata: StillMetadata, in picture: RawSpan) throws(CodingError) -> [UInt8] {
    let segments = try JPEGSegments(picture)
    let (width, height) = (segments.frame.width, segments.frame.height)
    try ExifWriter.checkSize(metadata, width: width, height: height, context: "JPEG \(width)x\(height)")
    let exif = try ExifWriter.block(for: metadata, width: width, height: height)
    let tables = try huffmanSegment(supplying: segments.missingHuffmanTables, to: segments.frame)

    var patches = [BytePatch(range: 2..<2, bytes: JPEGMarker.app1.segment(exif))]
    let keepsAPP0 = segments.frame.components.map(\.id) == Array("RGB".utf8)
    for segment in segments.segments {
      let isOldExif =
        segment.marker == JPEGMarker.app1.code
        && picture.extracting(segment.payload).withUnsafeBytes { $0.starts(with: ExifWriter.identifier) }
      if isOldExif || (segment.marker == JPEGMarker.app0.code && !keepsAPP0) {
        patches.append(BytePatch(range: segment.range, bytes: []))
      }
    }
    if let scan = segments.segments.first(where: { $0.marker == JPEGMarker.startOfScan.code })?.range.lowerBound {
      patches.append(BytePatch(range: scan..<scan, bytes: tables))
    }
    var writer = ByteWriter(capacity: segments.endOfImage + exif.count + tables.count + 4)
    for (kept, new) in patches.pieces(of: segments.endOfImage) {
      picture.extracting(kept).withUnsafeBytes { writer.bytes($0) }
      writer.bytes(new)
    }
    return writer.contents
  }

  /// The JPEG `picture` with `metadata` put in. The picture's bytes are copied once.
  ///
  /// - Throws: ``MediaCore/CodingError`` as ``embedding(_:in:)-(_,RawSpan)``.
  public static func embedding(_ metadata: StillMetadata, in picture: [UInt8]) throws(CodingError) -> [UInt8] {
    try embedding(metadata, in: picture.span.bytes)
  }

  /// The picture of an MJPEG or JPEG frame with `metadata` put in. The picture's bytes are copied once.
  ///
  /// - Throws: ``MediaCore/CodingError`` as ``embedding(_:in:)-(_,RawSpan)``, and `.unsupported` for raw pixels.
  public static func embedding(_ metadata: StillMetadata, in frame: VideoFrame) throws(CodingError) -> [UInt8] {
    guard frame.format.pixelFormat.isCompressed else {
      throw CodingError(
        .unsupported, context: "\(frame.format)",
        message: "The frame holds raw pixels, not a JPEG. Encode it first.")
    }
    return try frame.storage.withBytes { (bytes) throws(CodingError) in
      try embedding(metadata, in: bytes.bytes)
    }
  }

  /// A DHT segment with the standard tables for `missing`; empty when nothing is missing.
  private static func huffmanSegment(
    supplying missing: [JPEGSegments.HuffmanTable], to frame: JPEGSegments.Frame
  ) throws(CodingError) -> [UInt8] {
    guard !missing.isEmpty else { return [] }
    var tables: [UInt8] = []
    for table in missing {
      guard frame.marker == 0xc0, let bytes = JPEGHuffmanTables.standard(isAC: table.isAC, slot: table.slot) else {
        throw CodingError(
          .malformed, context: "JPEG \(frame.width)x\(frame.height)",
          message: "The \(table.isAC ? "AC" : "DC") Huffman table \(table.slot) is missing, "
            + "and there is no standard one for it. The picture's data are damaged.")
      }
      tables += bytes
    }
    return JPEGMarker.huffmanTables.segment(tables)
  }
}
