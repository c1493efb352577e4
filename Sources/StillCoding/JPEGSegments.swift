public import MediaCore

/// The marker structure of one JPEG: where each segment and each scan lies, without decoding any picture.
///
/// All positions count bytes from the first byte of the data. Any data may be given: what is not a whole JPEG is
/// an error, and nothing is read past the end. Stands for the syntax of ITU-T T.81 annex B.
public struct JPEGSegments: Sendable {
  /// One marker with its contents.
  public struct Segment: Sendable, Hashable {
    /// The marker's second byte: 0xE1 for APP1.
    public let marker: UInt8
    /// Everything from the marker's first byte to the end of the contents; for a scan, of its header.
    public let range: Range<Int>
    /// The contents, after marker and length.
    public let payload: Range<Int>
  }

  /// One colour component, as the frame header announces it.
  public struct Component: Sendable, Hashable {
    /// The number that scans call it by.
    public let id: UInt8
    /// Samples in a row for each group of pixels, 1 to 4.
    public let horizontalSampling: Int
    /// Rows of samples for each group of pixels, 1 to 4.
    public let verticalSampling: Int
    /// The slot of its quantization table, 0 to 3.
    public let quantizationTable: UInt8
  }

  /// What the frame header says of the picture.
  public struct Frame: Sendable, Hashable {
    /// The marker's second byte, which tells the process: 0xC0 is baseline, 0xC2 progressive.
    public let marker: UInt8
    /// Bits of a sample.
    public let precision: Int
    /// Pixels in a row.
    public let width: Int
    /// Rows.
    public let height: Int
    /// Luma and colour differences, in the file's order; at most four.
    public let components: [Component]
  }

  /// One of the tables that a scan decodes its bits with.
  public struct HuffmanTable: Sendable, Hashable {
    /// Whether it is for AC coefficients; the others are for DC.
    public let isAC: Bool
    /// The slot it is kept in, 0 to 3.
    public let slot: Int
  }

  /// Every segment between the start and the end of the image, in order.
  public let segments: [Segment]
  /// The entropy-coded data of each scan, in order, with their restart markers.
  public let scans: [Range<Int>]
  /// What the frame header says.
  public let frame: Frame
  /// Tables that scans use and the data do not define, as motion JPEG of cameras leaves them out.
  public let missingHuffmanTables: [HuffmanTable]
  /// The first byte past the end-of-image marker.
  public let endOfImage: Int
  /// What follows the image: padding of a camera's buffer, or another file.
  public let trailingBytes: Range<Int>

  /// Reads the structure of `bytes`.
  ///
  /// - Throws: ``CodingError`` with `.truncated`, `.malformed` or `.unsupported`, naming marker and position.
  public init(_ bytes: RawSpan) throws(CodingError) {
    var parser = JPEGParser(byteCount: bytes.byteCount)
    try parser.read(bytes)
    guard let frame = parser.frame else {
      throw JPEGParser.malformed("The JPEG ends without having had a picture; its data are damaged.")
    }
    guard !parser.scans.isEmpty else {
      throw JPEGParser.malformed("The JPEG has a frame header and no scan; its data are damaged.")
    }
    self.frame = frame
    segments = parser.segments
    scans = parser.scans
    missingHuffmanTables = parser.missingHuffmanTables
    endOfImage = parser.position
    trailingBytes = parser.position..<bytes.byteCount
  }

  /// Reads the structure of `bytes`.
  ///
  /// - Throws: ``CodingError`` with `.truncated`, `.malformed` or `.unsupported`, naming marker and position.
  public init(_ bytes: [UInt8]) throws(CodingError) { try self.init(bytes.span.bytes) }
}
