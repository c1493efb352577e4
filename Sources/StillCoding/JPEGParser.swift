import MediaCore

/// Walks through a JPEG from marker to marker. A step of ``JPEGSegments``.
struct JPEGParser {
  private(set) var position = 0
  private(set) var segments: [JPEGSegments.Segment] = []
  private(set) var scans: [Range<Int>] = []
  private(set) var frame: JPEGSegments.Frame?
  private(set) var missingHuffmanTables: [JPEGSegments.HuffmanTable] = []
  private var huffmanTables: Set<JPEGSegments.HuffmanTable> = []
  private var quantizationTables: Set<UInt8> = []
  private let byteCount: Int

  /// Real files have a few dozen; the bound keeps hostile ones from filling memory.
  private static let maximumSegmentCount = 10_000

  init(byteCount: Int) { self.byteCount = byteCount }

  /// Walks to the end of the image; `position` is then the first byte past it.
  mutating func read(_ bytes: RawSpan) throws(CodingError) {
    guard byteCount >= 2, byte(bytes, 0) == 0xff, byte(bytes, 1) == JPEGMarker.startOfImage.code else {
      throw Self.malformed("The data do not begin with a JPEG's 0xFFD8 at byte 0; they are not a JPEG.")
    }
    position = 2
    while true {
      let start = position
      let marker = try nextMarker(bytes)
      if marker == .endOfImage { return }
      guard !marker.standsAlone else {
        throw Self.malformed("The marker \(marker) at byte \(start) stands where a segment must begin.")
      }
      let segment = try readSegment(bytes, marker: marker, start: start)
      switch marker {
      case .huffmanTables: try readHuffmanTables(bytes, segment)
      case .quantizationTables: try readQuantizationTables(bytes, segment)
      case .startOfScan: try readScan(bytes, segment)
      default: if marker.isStartOfFrame { try readFrame(bytes, segment) }
      }
    }
  }

  static func malformed(_ message: String) -> CodingError { CodingError(.malformed, context: "JPEG", message: message) }
  static func truncated(_ message: String) -> CodingError { CodingError(.truncated, context: "JPEG", message: message) }

  /// Reads a marker, which any number of 0xFF may precede.
  private mutating func nextMarker(_ bytes: RawSpan) throws(CodingError) -> JPEGMarker {
    let start = position
    while position < byteCount, byte(bytes, position) == 0xff { position += 1 }
    guard position < byteCount else {
      throw Self.truncated("The JPEG ends at byte \(byteCount) without its end marker 0xFFD9.")
    }
    let code = byte(bytes, position)
    guard position > start, code != 0 else {
      throw Self.malformed("A marker must stand at byte \(start), and there is none.")
    }
    position += 1
    return JPEGMarker(code: code)
  }

  private mutating func readSegment(
    _ bytes: RawSpan, marker: JPEGMarker, start: Int
  ) throws(CodingError) -> JPEGSegments.Segment {
    guard byteCount - position >= 2 else {
      throw Self.truncated("The segment \(marker) at byte \(start) ends before its length.")
    }
    let length = number(bytes, position)
    guard length >= 2 else {
      throw Self.malformed("The segment \(marker) at byte \(start) has the impossible length \(length).")
    }
    guard length <= byteCount - position else {
      throw Self.truncated(
        "The segment \(marker) at byte \(start) announces \(length) bytes and \(byteCount - position) are left.")
    }
    guard segments.count < Self.maximumSegmentCount else {
      throw CodingError(
        .unsupported, context: "JPEG",
        message: "The JPEG has more than \(Self.maximumSegmentCount) segments, up to byte \(start).")
    }
    let segment = JPEGSegments.Segment(
      marker: marker.code, range: start..<position + length, payload: position + 2..<position + length)
    segments.append(segment)
    position += length
    return segment
  }

  private mutating func readFrame(_ bytes: RawSpan, _ segment: JPEGSegments.Segment) throws(CodingError) {
    let name = "The frame header \(JPEGMarker(code: segment.marker)) at byte \(segment.range.lowerBound)"
    guard frame == nil else { throw Self.malformed("\(name) is the second one of its picture.") }
    let start = segment.payload.lowerBound
    guard segment.payload.count >= 6 else { throw Self.malformed("\(name) is too short.") }
    let count = Int(byte(bytes, start + 5))
    guard segment.payload.count >= 6 + 3 * count else {
      throw Self.malformed("\(name) is too short for its \(count) components.")
    }
    let (height, width) = (number(bytes, start + 1), number(bytes, start + 3))
    guard width > 0, height > 0, (1...4).contains(count) else {
      throw CodingError(
        .unsupported, context: "JPEG",
        message: "\(name) announces \(width)x\(height) pixels of \(count) components, which livecam does not handle.")
    }
    let components = (0..<count).map { index in
      let sampling = byte(bytes, start + 7 + 3 * index)
      return JPEGSegments.Component(
        id: byte(bytes, start + 6 + 3 * index), horizontalSampling: Int(sampling >> 4),
        verticalSampling: Int(sampling & 0xf), quantizationTable: byte(bytes, start + 8 + 3 * index))
    }
    frame = JPEGSegments.Frame(
      marker: segment.marker, precision: Int(byte(bytes, start)), width: width, height: height, components: components)
  }

  private mutating func readHuffmanTables(_ bytes: RawSpan, _ segment: JPEGSegments.Segment) throws(CodingError) {
    var index = segment.payload.lowerBound
    while index < segment.payload.upperBound {
      let name = "The Huffman table at byte \(index)"
      guard segment.payload.upperBound - index >= 17 else { throw Self.malformed("\(name) is too short.") }
      let kind = byte(bytes, index)
      let symbols = (1...16).reduce(0) { $0 + Int(byte(bytes, index + $1)) }
      guard kind >> 4 <= 1, kind & 0xf <= 3, symbols <= 256, segment.payload.upperBound - index >= 17 + symbols else {
        throw Self.malformed("\(name) contradicts itself.")
      }
      huffmanTables.insert(.init(isAC: kind >> 4 == 1, slot: Int(kind & 0xf)))
      index += 17 + symbols
    }
  }

  private mutating func readQuantizationTables(
    _ bytes: RawSpan, _ segment: JPEGSegments.Segment
  ) throws(CodingError) {
    var index = segment.payload.lowerBound
    while index < segment.payload.upperBound {
      let kind = byte(bytes, index)
      let length = kind >> 4 == 0 ? 65 : 129
      guard kind >> 4 <= 1, kind & 0xf <= 3, segment.payload.upperBound - index >= length else {
        throw Self.malformed("The quantization table at byte \(index) contradicts itself.")
      }
      quantizationTables.insert(kind & 0xf)
      index += length
    }
  }

  private mutating func readScan(_ bytes: RawSpan, _ segment: JPEGSegments.Segment) throws(CodingError) {
    let name = "The scan at byte \(segment.range.lowerBound)"
    guard let frame else { throw Self.malformed("\(name) comes before the frame header.") }
    // Unlike Huffman tables these have no standard: without them nobody can decode the picture.
    guard frame.marker == 0xc3 || frame.components.allSatisfy({ quantizationTables.contains($0.quantizationTable) })
    else { throw Self.malformed("\(name) uses a quantization table that the JPEG does not define.") }
    let start = segment.payload.lowerBound
    let count = segment.payload.isEmpty ? 0 : Int(byte(bytes, start))
    guard (1...4).contains(count), segment.payload.count >= 4 + 2 * count else {
      throw Self.malformed("\(name) has a header that contradicts itself.")
    }
    let tail = start + 1 + 2 * count
    let (first, last) = (byte(bytes, tail), byte(bytes, tail + 1))
    let refines = byte(bytes, tail + 2) >> 4 != 0
    for index in 0..<count where frame.marker < 0xc8 {  // arithmetic coding has no Huffman tables
      let slots = byte(bytes, start + 2 + 2 * index)
      if first == 0, !refines { note(isAC: false, slot: Int(slots >> 4)) }
      if last > 0 { note(isAC: true, slot: Int(slots & 0xf)) }
    }
    let scanStart = position
    guard let end = JPEGScan.end(in: bytes, from: position) else {
      throw Self.truncated("\(name) has no end: the JPEG breaks off at byte \(byteCount).")
    }
    position = end
    scans.append(scanStart..<end)
  }

  private mutating func note(isAC: Bool, slot: Int) {
    let table = JPEGSegments.HuffmanTable(isAC: isAC, slot: slot)
    if huffmanTables.insert(table).inserted { missingHuffmanTables.append(table) }
  }

  private func byte(_ bytes: RawSpan, _ offset: Int) -> UInt8 {
    bytes.unsafeLoad(fromByteOffset: offset, as: UInt8.self)
  }

  private func number(_ bytes: RawSpan, _ offset: Int) -> Int {
    Int(byte(bytes, offset)) << 8 | Int(byte(bytes, offset + 1))
  }
}
