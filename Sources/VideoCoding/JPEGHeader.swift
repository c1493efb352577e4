public import MediaCore

/// What the beginning of a JPEG says, up to its first scan.
///
/// Stands for the marker segments of ITU-T T.81, annex B.
public struct JPEGHeader: Sendable, Hashable {
  /// Pixels in a row; above zero.
  public let width: Int
  /// Rows; above zero.
  public let height: Int
  /// How much colour is kept; `nil` for a mixture that has no name here.
  public let subsampling: JPEGSubsampling?
  /// Whether the picture is coded in several passes from coarse to fine.
  public let isProgressive: Bool
  /// Whether Huffman tables come with it. Frames of many cameras leave them out; the default tables then apply.
  public let definesHuffmanTables: Bool
  /// Whether quantization tables come with it.
  public let definesQuantizationTables: Bool
  /// Whether Adobe's segment comes with it (APP14). Pictures of four inks are then stored inverted: 255 is no ink.
  public let hasAdobeSegment: Bool

  /// Reads marker after marker up to the first scan; the coded picture itself is not looked at.
  /// - Throws: ``MediaCore/CodingError`` with `.truncated` or `.malformed`.
  public init(reading bytes: UnsafeRawBufferPointer) throws(CodingError) {
    guard bytes.count >= 4, bytes[0] == 0xff, bytes[1] == 0xd8 else {
      throw Self.error(.malformed, "It does not begin as a JPEG does.")
    }
    var (huffman, quantization, adobe) = (false, false, false)
    var frame: Frame?
    var position = 2
    while true {
      let segment = try Self.nextSegment(bytes, from: position)
      position = segment.body.upperBound
      switch segment.marker {
      case 0xc4: huffman = true
      case 0xdb: quantization = true
      case 0xee: adobe = adobe || bytes[segment.body].starts(with: "Adobe".utf8)
      case 0xda:
        guard let frame else { throw Self.error(.malformed, "Its picture begins before its size is given.") }
        (width, height, subsampling, isProgressive) =
          (frame.width, frame.height, frame.subsampling, frame.isProgressive)
        (definesHuffmanTables, definesQuantizationTables, hasAdobeSegment) = (huffman, quantization, adobe)
        return
      case 0xc0...0xcf where segment.marker != 0xc8 && segment.marker != 0xcc:
        guard frame == nil else { throw Self.error(.malformed, "It gives its size twice.") }
        frame = try Frame(marker: segment.marker, body: UnsafeRawBufferPointer(rebasing: bytes[segment.body]))
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

  private struct Frame {
    let width: Int
    let height: Int
    let subsampling: JPEGSubsampling?
    let isProgressive: Bool

    init(marker: UInt8, body: UnsafeRawBufferPointer) throws(CodingError) {
      guard body.count >= 6, body.count >= 6 + 3 * Int(body[5]) else {
        throw JPEGHeader.error(.malformed, "The segment that gives its size is too short.")
      }
      height = Int(body[1]) << 8 | Int(body[2])
      width = Int(body[3]) << 8 | Int(body[4])
      guard width > 0, height > 0 else { throw JPEGHeader.error(.malformed, "It says that it is empty.") }
      isProgressive = marker == 0xc2 || marker == 0xc6 || marker == 0xca || marker == 0xce
      subsampling = Self.subsampling(body, count: Int(body[5]))
    }

    private static func subsampling(_ body: UnsafeRawBufferPointer, count: Int) -> JPEGSubsampling? {
      if count == 1 { return .grey }
      // Sampling factors, across and down, in four bits each.
      guard count == 3, body[10] == 0x11, body[13] == 0x11 else { return nil }
      return switch body[7] {
      case 0x11: .s444
      case 0x21: .s422
      case 0x22: .s420
      case 0x12: .s440
      case 0x41: .s411
      default: nil
      }
    }
  }

  private static func error(_ code: CodingError.Code, _ message: String) -> CodingError {
    CodingError(code, context: "JPEG", message: message + " Skip the picture.")
  }
}
