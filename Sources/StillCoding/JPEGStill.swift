public import MediaCore

import ByteCoding

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
  /// - Throws: ``CodingError``: `.truncated`, `.malformed` or `.unsupported` when `picture` is not a whole JPEG;
  ///   `.invalidSetting` when the metadata claim another size or do not fit.
  public static func embedding(_ metadata: StillMetadata, in picture: RawSpan) throws(CodingError) -> [UInt8] {
    let segments = try JPEGSegments(picture)
    let (width, height) = (segments.frame.width, segments.frame.height)
    guard metadata.pixelWidth ?? width == width, metadata.pixelHeight ?? height == height else {
      throw CodingError(
        .invalidSetting, context: "JPEG \(width)x\(height)",
        message: "The metadata speak of \(metadata.pixelWidth ?? width)x\(metadata.pixelHeight ?? height) pixels. "
          + "Leave their size out, or give the picture's.")
    }
    let exif = try ExifWriter.block(for: metadata, width: width, height: height)
    let tables = try huffmanSegment(supplying: segments.missingHuffmanTables, to: segments.frame)

    var writer = ByteWriter(capacity: segments.endOfImage + exif.count + tables.count + 4)
    writer.u16(0xffd8)
    writer.u16(0xffe1)
    writer.u16(UInt16(exif.count + 2))
    writer.bytes(exif)
    for part in keptParts(of: segments, picture, tables: !tables.isEmpty) {
      switch part {
      case .copied(let range): picture.extracting(range).withUnsafeBytes { writer.bytes($0) }
      case .huffmanTables: writer.bytes(tables)
      }
    }
    return writer.contents
  }

  /// The JPEG `picture` with `metadata` put in. The picture's bytes are copied once.
  ///
  /// - Throws: ``CodingError`` as ``embedding(_:in:)-(_,RawSpan)``.
  public static func embedding(_ metadata: StillMetadata, in picture: [UInt8]) throws(CodingError) -> [UInt8] {
    try embedding(metadata, in: picture.span.bytes)
  }

  /// The picture of an MJPEG or JPEG frame with `metadata` put in. The picture's bytes are copied once.
  ///
  /// - Throws: ``CodingError`` as ``embedding(_:in:)-(_,RawSpan)``, and `.unsupported` for a frame of raw pixels.
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

  /// A part of the still behind its Exif.
  private enum Part {
    /// Bytes of the camera's picture.
    case copied(Range<Int>)
    /// The tables that it lacks.
    case huffmanTables
  }

  /// What follows Exif, in order, with neighbouring ranges joined.
  private static func keptParts(of segments: JPEGSegments, _ picture: RawSpan, tables: Bool) -> [Part] {
    let keepsAPP0 = segments.frame.components.map(\.id) == Array("RGB".utf8)
    var parts: [Part] = []
    var start = 2
    var needsTables = tables
    for segment in segments.segments {
      let isOldExif = segment.marker == JPEGMarker.app1.code && isExif(picture, segment.payload)
      let isDropped = isOldExif || (segment.marker == JPEGMarker.app0.code && !keepsAPP0)
      let isTablesPlace = needsTables && segment.marker == JPEGMarker.startOfScan.code
      guard isDropped || isTablesPlace else { continue }
      if start < segment.range.lowerBound { parts.append(.copied(start..<segment.range.lowerBound)) }
      if isTablesPlace {
        parts.append(.huffmanTables)
        needsTables = false
      }
      start = isDropped ? segment.range.upperBound : segment.range.lowerBound
    }
    parts.append(.copied(start..<segments.endOfImage))
    return parts
  }

  private static func isExif(_ picture: RawSpan, _ payload: Range<Int>) -> Bool {
    let identifier = ExifWriter.identifier
    guard payload.count >= identifier.count else { return false }
    return identifier.indices.allSatisfy {
      picture.unsafeLoad(fromByteOffset: payload.lowerBound + $0, as: UInt8.self) == identifier[$0]
    }
  }

  /// A DHT segment with the standard tables for `missing`; empty when nothing is missing.
  private static func huffmanSegment(
    supplying missing: [JPEGSegments.HuffmanTable], to frame: JPEGSegments.Frame
  ) throws(CodingError) -> [UInt8] {
    guard !missing.isEmpty else { return [] }
    var writer = ByteWriter(capacity: 420)
    writer.u16(0xffc4)
    writer.u16(0)
    for table in missing {
      guard frame.marker == 0xc0, let bytes = JPEGHuffmanTables.standard(isAC: table.isAC, slot: table.slot) else {
        throw CodingError(
          .malformed, context: "JPEG \(frame.width)x\(frame.height)",
          message: "The \(table.isAC ? "AC" : "DC") Huffman table \(table.slot) is missing, "
            + "and there is no standard one for it. The picture's data are damaged.")
      }
      writer.bytes(bytes)
    }
    writer.patchU16(UInt16(writer.count - 2), at: 2)
    return writer.contents
  }
}
