public import MediaCore

/// The header of a JPEG: its segments up to the first scan.
///
/// Stands for the marker segments of ITU-T T.81, annex B.
public struct JPEGHeader: Sendable, Hashable {
  /// Pixels in a row; above zero.
  public let width: Int
  /// Rows; above zero.
  public let height: Int
  /// A Boolean value that indicates whether Huffman tables come with the picture. Frames of many cameras leave them
  /// out; the default tables then apply.
  public let definesHuffmanTables: Bool
  /// A Boolean value that indicates whether quantization tables come with the picture.
  public let definesQuantizationTables: Bool
  /// A Boolean value that indicates whether Adobe's segment (APP14) comes with the picture. Pictures of four inks are
  /// then stored inverted: 255 is no ink.
  public let hasAdobeSegment: Bool

  /// Reads marker after marker up to the first scan; the coded picture itself is not looked at.
  /// - Throws: ``MediaCore/CodingError`` with `.truncated` or `.malformed`.
  public init(reading bytes: UnsafeRawBufferPointer) throws(CodingError) {
    guard bytes.count >= 4, bytes[0] == 0xff, bytes[1] == 0xd8 else {
      throw Self.error(.malformed, "It does not begin as a JPEG does.")
    }
    var (huffman, quantization, adobe) = (false, false, false)
    var size: (width: Int, height: Int)?
    var position = 2
    while true {
      let segment = try Self.nextSegment(bytes, from: position)
      position = segment.body.upperBound
      switch segment.marker {
      case 0xc4: huffman = true
      case 0xdb: quantization = true
      case 0xee: adobe = adobe || bytes[segment.body].starts(with: "Adobe".utf8)
      case 0xda:
        guard let size else { throw Self.error(.malformed, "Its picture begins before its size is given.") }
        (width, height) = size
        (definesHuffmanTables, definesQuantizationTables, hasAdobeSegment) = (huffman, quantization, adobe)
        return
      case 0xc0...0xcf where segment.marker != 0xc8 && segment.marker != 0xcc:
        guard size == nil else { throw Self.error(.malformed, "It gives its size twice.") }
        size = try Self.size(UnsafeRawBufferPointer(rebasing: bytes[segment.body]))
      case 0xd9: throw Self.error(.truncated, "It ends before its picture begins.")
      default: break
      }
    }
  }

  private static func nextSegment(
    _ bytes: UnsafeRawBufferPointer, from start: Int
  ) throws(CodingError) -> (marker: UInt8, body: Range<Int>) {
    var position = start
    // Any number of 0xff may stand before a marker's second byte.
    guard position < bytes.count else { throw error(.truncated, "It ends inside its header.") }
    guard bytes[position] == 0xff else { throw error(.malformed, "Its header has bytes outside its segments.") }
    while position < bytes.count, bytes[position] == 0xff { position += 1 }
    guard position < bytes.count else { throw error(.truncated, "It ends inside its header.") }
    let marker = bytes[position]
    position += 1
    // 0x01 and 0xd0 to 0xd9 stand alone; everything else announces its length.
    if marker == 0x01 || (0xd0...0xd9).contains(marker) { return (marker, position..<position) }
    guard position + 2 <= bytes.count else { throw error(.truncated, "It ends inside its header.") }
    let length = Int(bytes[position]) << 8 | Int(bytes[position + 1])
    guard length >= 2 else { throw error(.malformed, "One of its segments has an impossible length.") }
    guard position + length <= bytes.count else { throw error(.truncated, "It ends inside its header.") }
    return (marker, (position + 2)..<(position + length))
  }

  private static func size(_ frame: UnsafeRawBufferPointer) throws(CodingError) -> (width: Int, height: Int) {
    guard frame.count >= 6, frame.count >= 6 + 3 * Int(frame[5]) else {
      throw error(.malformed, "The segment that gives its size is too short.")
    }
    let (height, width) = (Int(frame[1]) << 8 | Int(frame[2]), Int(frame[3]) << 8 | Int(frame[4]))
    guard width > 0, height > 0 else { throw error(.malformed, "It says that it is empty.") }
    return (width, height)
  }

  private static func error(_ code: CodingError.Code, _ message: String) -> CodingError {
    CodingError(code, context: "JPEG", message: message)
  }
}
