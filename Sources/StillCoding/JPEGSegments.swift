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
    /// The slot of its quantization table, 0 to 3.
    public let quantizationTable: UInt8
  }

  /// The picture's properties that the frame header gives.
  public struct Frame: Sendable, Hashable {
    /// The marker's second byte, which tells the process: 0xC0 is baseline, 0xC2 progressive.
    public let marker: UInt8
    /// Pixels in a row.
    public let width: Int
    /// Rows.
    public let height: Int
    /// Luma and colour differences, in the file's order; at most four.
    public let components: [Component]
  }

  /// One of the tables that a scan decodes its bits with.
  public struct HuffmanTable: Sendable, Hashable {
    /// A Boolean value that indicates whether the table is for AC coefficients; other tables are for DC.
    public let isAC: Bool
    /// The slot it is kept in, 0 to 3.
    public let slot: Int
  }

  /// Every segment between the start and the end of the image, in order.
  public internal(set) var segments: [Segment] = []
  /// The entropy-coded data of each scan, in order, with their restart markers.
  public internal(set) var scans: [Range<Int>] = []
  /// The contents of the frame header.
  public internal(set) var frame = Frame(marker: 0, width: 0, height: 0, components: [])
  /// Tables that scans use and the data do not define, as motion JPEG of cameras leaves them out.
  public internal(set) var missingHuffmanTables: [HuffmanTable] = []
  /// The first byte past the end-of-image marker.
  public var endOfImage: Int { position }
  /// The first byte that has not been read yet.
  var position = 2
  var huffmanTables: Set<HuffmanTable> = []
  var quantizationTables: Set<UInt8> = []

  /// Reads the structure of `bytes`.
  ///
  /// - Throws: ``MediaCore/CodingError`` with `.truncated`, `.malformed` or `.unsupported`, naming marker and position.
  public init(_ bytes: RawSpan) throws(CodingError) { try read(bytes) }

  /// Reads the structure of `bytes`.
  ///
  /// - Throws: ``MediaCore/CodingError`` as ``init(_:)-(RawSpan)``.
  public init(_ bytes: [UInt8]) throws(CodingError) { try read(bytes.span.bytes) }
}
