import Glibc
import MediaCore

extension JPEGSegments {
  /// Real files have a few dozen; the bound keeps hostile ones from filling memory.
  private static let maximumSegmentCount = 10_000

  /// Walks to the end of the image.
  mutating func read(_ bytes: RawSpan) throws(CodingError) {
    guard bytes.byteCount >= 2, byte(bytes, 0) == 0xff, byte(bytes, 1) == JPEGMarker.startOfImage.code else {
      throw Self.error(.malformed, "The data do not begin with a JPEG's 0xFFD8 at byte 0; they are not a JPEG.")
    }
    while true {
      let start = position
      let marker = try nextMarker(bytes)
      if marker == .endOfImage { break }
      guard !marker.standsAlone else {
        throw Self.error(.malformed, "The marker \(marker) at byte \(start) stands where a segment must begin.")
      }
      let segment = try readSegment(bytes, marker: marker, start: start)
      switch marker {
      case .huffmanTables: try readHuffmanTables(bytes, segment)
      case .quantizationTables: try readQuantizationTables(bytes, segment)
      case .startOfScan: try readScan(bytes, segment)
      default: if marker.isStartOfFrame { try readFrame(bytes, segment) }
      }
    }
    guard frame.width > 0 else {
      throw Self.error(.malformed, "The JPEG ends without having had a picture; its data are damaged.")
    }
    guard !scans.isEmpty else {
      throw Self.error(.malformed, "The JPEG has a frame header and no scan; its data are damaged.")
    }
  }

  private static func error(_ code: CodingError.Code, _ message: String) -> CodingError {
    CodingError(code, context: "JPEG", message: message)
  }

  /// Reads a marker, which any number of 0xFF may precede.
  private mutating func nextMarker(_ bytes: RawSpan) throws(CodingError) -> JPEGMarker {
    let start = position
    while position < bytes.byteCount, byte(bytes, position) == 0xff { position += 1 }
    guard position < bytes.byteCount else {
      throw Self.error(.truncated, "The JPEG ends at byte \(bytes.byteCount) without its end marker 0xFFD9.")
    }
    let code = byte(bytes, position)
    guard position > start, code != 0 else {
      throw Self.error(.malformed, "A marker must stand at byte \(start), and there is none.")
    }
    position += 1
    return JPEGMarker(code: code)
  }

  private mutating func readSegment(
    _ bytes: RawSpan, marker: JPEGMarker, start: Int
  ) throws(CodingError) -> Segment {
    guard bytes.byteCount - position >= 2 else {
      throw Self.error(.truncated, "The segment \(marker) at byte \(start) ends before its length.")
    }
    let length = number(bytes, position)
    guard length >= 2 else {
      throw Self.error(.malformed, "The segment \(marker) at byte \(start) has the impossible length \(length).")
    }
    guard length <= bytes.byteCount - position else {
      throw Self.error(
        .truncated,
        "The segment \(marker) at byte \(start) announces \(length) bytes and \(bytes.byteCount - position) are left.")
    }
    guard segments.count < Self.maximumSegmentCount else {
      throw Self.error(
        .unsupported, "The JPEG has more than \(Self.maximumSegmentCount) segments, up to byte \(start).")
    }
    let segment = Segment(
      marker: marker.code, range: start..<position + length, payload: position + 2..<position + length)
    segments.append(segment)
    position += length
    return segment
  }

  private mutating func readFrame(_ bytes: RawSpan, _ segment: Segment) throws(CodingError) {
    func error(_ what: String, _ code: CodingError.Code = .malformed) -> CodingError {
      let name = "The frame header \(JPEGMarker(code: segment.marker)) at byte \(segment.range.lowerBound)"
      return Self.error(code, "\(name) \(what)")
    }
    guard frame.width == 0 else { throw error("is the second one of its picture.") }
    let start = segment.payload.lowerBound
    guard segment.payload.count >= 6 else { throw error("is too short.") }
    let count = Int(byte(bytes, start + 5))
    guard segment.payload.count >= 6 + 3 * count else { throw error("is too short for its \(count) components.") }
    let (height, width) = (number(bytes, start + 1), number(bytes, start + 3))
    guard width > 0, height > 0, (1...4).contains(count) else {
      throw error(
        "announces \(width)x\(height) pixels of \(count) components, which livecam does not handle.", .unsupported)
    }
    let components = (0..<count).map { index in
      Component(id: byte(bytes, start + 6 + 3 * index), quantizationTable: byte(bytes, start + 8 + 3 * index))
    }
    frame = Frame(marker: segment.marker, width: width, height: height, components: components)
  }

  private mutating func readHuffmanTables(_ bytes: RawSpan, _ segment: Segment) throws(CodingError) {
    var index = segment.payload.lowerBound
    while index < segment.payload.upperBound {
      guard segment.payload.upperBound - index >= 17 else {
        throw Self.error(.malformed, "The Huffman table at byte \(index) is too short.")
      }
      let kind = byte(bytes, index)
      let symbols = (1...16).reduce(0) { $0 + Int(byte(bytes, index + $1)) }
      guard kind >> 4 <= 1, kind & 0xf <= 3, symbols <= 256, segment.payload.upperBound - index >= 17 + symbols else {
        throw Self.error(.malformed, "The Huffman table at byte \(index) contradicts itself.")
      }
      huffmanTables.insert(.init(isAC: kind >> 4 == 1, slot: Int(kind & 0xf)))
      index += 17 + symbols
    }
  }

  private mutating func readQuantizationTables(
    _ bytes: RawSpan, _ segment: Segment
  ) throws(CodingError) {
    var index = segment.payload.lowerBound
    while index < segment.payload.upperBound {
      let kind = byte(bytes, index)
      let length = kind >> 4 == 0 ? 65 : 129
      guard kind >> 4 <= 1, kind & 0xf <= 3, segment.payload.upperBound - index >= length else {
        throw Self.error(.malformed, "The quantization table at byte \(index) contradicts itself.")
      }
      quantizationTables.insert(kind & 0xf)
      index += length
    }
  }

  private mutating func readScan(_ bytes: RawSpan, _ segment: Segment) throws(CodingError) {
    func error(_ what: String, _ code: CodingError.Code = .malformed) -> CodingError {
      Self.error(code, "The scan at byte \(segment.range.lowerBound) \(what)")
    }
    guard frame.width > 0 else { throw error("comes before the frame header.") }
    // Unlike Huffman tables these have no standard: without them nobody can decode the picture.
    guard frame.marker == 0xc3 || frame.components.allSatisfy({ quantizationTables.contains($0.quantizationTable) })
    else { throw error("uses a quantization table that the JPEG does not define.") }
    let start = segment.payload.lowerBound
    let count = segment.payload.isEmpty ? 0 : Int(byte(bytes, start))
    guard (1...4).contains(count), segment.payload.count >= 4 + 2 * count else {
      throw error("has a header that contradicts itself.")
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
    guard let end = Self.scanEnd(in: bytes, from: position) else {
      throw error("has no end: the JPEG breaks off at byte \(bytes.byteCount).", .truncated)
    }
    position = end
    scans.append(scanStart..<end)
  }

  /// The position of the marker that ends the scan beginning at `start`, or `nil` if the data break off first.
  ///
  /// 0xFF followed by 0 is a coded 0xFF, and restart markers belong to the scan. The search is `memchr`'s: a picture
  /// has hundreds of thousands of bytes, for which a loop takes tens of milliseconds in a debug build.
  private static func scanEnd(in bytes: RawSpan, from start: Int) -> Int? {
    bytes.withUnsafeBytes { buffer -> Int? in
      guard let base = buffer.baseAddress else { return nil }
      var position = start
      while position < buffer.count - 1 {
        guard let found = memchr(base + position, 0xff, buffer.count - 1 - position) else { return nil }
        position = UnsafeRawPointer(found) - base
        switch buffer[position + 1] {
        case 0, 0xd0...0xd7: position += 2
        case 0xff: position += 1
        default: return position
        }
      }
      return nil
    }
  }

  private mutating func note(isAC: Bool, slot: Int) {
    let table = HuffmanTable(isAC: isAC, slot: slot)
    if huffmanTables.insert(table).inserted { missingHuffmanTables.append(table) }
  }

  private func byte(_ bytes: RawSpan, _ offset: Int) -> UInt8 {
    bytes.unsafeLoad(fromByteOffset: offset, as: UInt8.self)  // checked by the span; any byte is a UInt8
  }

  private func number(_ bytes: RawSpan, _ offset: Int) -> Int {
    Int(byte(bytes, offset)) << 8 | Int(byte(bytes, offset + 1))
  }
}
