import ByteCoding
import MediaCore

/// A JPEG file: its segments up to the first scan, and what they hold. Pixels are not read.
struct JPEGFile: SegmentedStill {
  enum Content: String {
    case exif = "Exif"
    case xmp = "XMP"
    case extendedXMP = "extended XMP"
    case icc = "ICC"
    case multiPicture = "MPF"
    case jfif = "JFIF"
    /// Adobe's resources, with IPTC's news metadata.
    case photoshop = "Photoshop"
    /// Information that decoders need: Adobe's colour transform, JPEG-HDR's map, Apple's `AROT`.
    case decoding
    /// ISO 21496-1's description of a gain map; also says in the main picture that there is one.
    case gainMap = "gain map"
    case other
  }

  struct Segment {
    let marker: JPEGMarker
    let range: Range<Int>
    let payload: Range<Int>
    let content: Content
  }

  static let xmpIdentifier = Array("http://ns.adobe.com/xap/1.0/".utf8) + [0]
  static let extensionIdentifier = Array("http://ns.adobe.com/xmp/extension/".utf8) + [0]
  /// The largest number of bytes that a segment holds behind its length.
  static let longestPayload = 65_533

  static let kind = "JPEG"
  let source: any ByteSource
  private(set) var segments: [Segment] = []
  /// The place of the first scan's marker.
  private(set) var scanStart = 0
  /// The place where the first scan's header ends and the picture's data begin.
  private(set) var dataStart = 0
  private(set) var width = 0
  private(set) var height = 0
  private(set) var metadata = SegmentMetadata()
  private(set) var multiPicture: MultiPictureIndex?

  init(_ source: any ByteSource) throws(CodingError) {
    self.source = source
    try readSegments()
    guard width > 0, height > 0 else {
      throw error(.malformed, "The scan at byte \(scanStart) comes without a frame header that has a size before it.")
    }
    try readContents()
  }

  private mutating func readSegments() throws(CodingError) {
    var position = 2
    while true {
      // A marker may have any number of 0xFF before it.
      var head = try source.prefix(at: position, 48, of: "JPEG markers")
      let start = position
      while head.count >= 2, head[0] == 0xff, head[1] == 0xff {
        let fill = head.dropFirst().prefix { $0 == 0xff }.count
        position += fill
        head = try source.prefix(at: position, 48, of: "JPEG markers")
      }
      guard head.count >= 4 else {
        throw error(
          .truncated,
          "The file ends at byte \(source.count), before its picture begins. Get a whole copy.")
      }
      let marker = JPEGMarker(code: head[1])
      guard head[0] == 0xff, head[1] != 0, !marker.standsAlone else {
        throw error(.malformed, "A segment must begin at byte \(start), and there is none. The file is damaged.")
      }
      let length = Int(head[2]) << 8 | Int(head[3])
      let range = start..<position + 2 + length
      guard length >= 2, range.upperBound <= source.count else {
        throw error(.malformed, "The segment \(marker) at byte \(start) has the length \(length), which cannot be.")
      }
      if marker == .startOfScan {
        (scanStart, dataStart) = (start, range.upperBound)
        return
      }
      guard segments.count < 10_000 else {
        throw error(.malformed, "There are more than 10000 segments before the picture.")
      }
      let payload = position + 4..<range.upperBound
      segments.append(
        Segment(
          marker: marker, range: range, payload: payload,
          content: Self.content(marker, head.dropFirst(4).prefix(payload.count))))
      if marker.isStartOfFrame, head.count >= 9, payload.count >= 5 {
        height = Int(head[5]) << 8 | Int(head[6])
        width = Int(head[7]) << 8 | Int(head[8])
      }
      position = range.upperBound
    }
  }

  private static func content(_ marker: JPEGMarker, _ head: ArraySlice<UInt8>) -> Content {
    switch marker.code {
    case 0xe0 where head.starts(with: Array("JFIF".utf8) + [0]): .jfif
    case 0xe1 where head.starts(with: ExifWriter.identifier): .exif
    case 0xe1 where head.starts(with: xmpIdentifier): .xmp
    case 0xe1 where head.starts(with: extensionIdentifier): .extendedXMP
    case 0xe2 where head.starts(with: Array("MPF".utf8) + [0]): .multiPicture
    case 0xe2 where head.starts(with: Array("ICC_PROFILE".utf8) + [0]): .icc
    case 0xe2 where head.starts(with: "urn:iso:std:iso:ts:21496:-1".utf8): .gainMap
    case 0xed where head.starts(with: PhotoshopResources.identifier): .photoshop
    case 0xe0 where head.starts(with: "JFXX".utf8) || head.starts(with: "AVI1".utf8),
      0xea where head.starts(with: "AROT".utf8),
      0xeb where head.starts(with: "HDR_RI".utf8), 0xec where head.starts(with: "Ducky".utf8),
      0xee where head.starts(with: "Adobe".utf8):
      .decoding
    default: .other
    }
  }

  private mutating func readContents() throws(CodingError) {
    for segment in segments {
      let offset = segment.range.lowerBound
      switch segment.content {
      case .exif where exif == nil:
        metadata.readExif(
          try source.part(segment.payload, of: "APP1 at \(offset)"), "Exif segment", at: segment.range)
      case .exif:
        metadata.problems.append("The Exif segment at byte \(offset) is a further one, which readers pass over.")
      case .xmp where xmp == nil:
        metadata.xmp = try source.part(
          segment.payload.lowerBound + Self.xmpIdentifier.count..<segment.payload.upperBound, of: "APP1 at \(offset)")
        metadata.xmpPlace = segment.range
      case .multiPicture where multiPicture == nil:
        let start = segment.payload.lowerBound + 4
        multiPicture = MultiPictureIndex(
          try source.part(start..<segment.payload.upperBound, of: "APP2 at \(offset)"), base: start)
      default: break
      }
    }
  }

  func patches(_ change: StillChange) throws(CodingError) -> [BytePatch] {
    // A broken Exif that makes room for a new one need not go besides.
    var patches = change.trailer.filter { change.exif == nil || $0.range != metadata.exifPlace }
    let exifPlace = metadata.exifPlace ?? 2..<2
    if let tiff = change.exif {
      patches.append(BytePatch(range: exifPlace, bytes: try segment(ExifWriter.identifier + tiff, "Exif block")))
    }
    if let packet = change.xmp {
      let range = metadata.xmpPlace ?? exifPlace.upperBound..<exifPlace.upperBound
      patches.append(BytePatch(range: range, bytes: try segment(Self.xmpIdentifier + packet, "XMP packet")))
    }
    return patches + (multiPicture?.patches(for: patches) ?? [])
  }

  func segment(_ payload: [UInt8], _ name: String, marker: UInt8 = 0xe1) throws(CodingError) -> [UInt8] {
    guard payload.count <= Self.longestPayload else {
      throw error(
        .invalidSetting,
        "The \(name) would have \(payload.count) bytes, and a JPEG segment holds \(Self.longestPayload). "
          + "Change less, or remove what makes it large, such as the thumbnail.")
    }
    return JPEGMarker(code: marker).segment(payload)
  }
}
