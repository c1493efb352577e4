import ByteCoding
import MediaCore
import VideoCoding

/// A check whether a JPEG's first scan can be what its Huffman tables say: ITU-T T.81, annexes B and F.
struct JPEGScanCheck {
  let file: JPEGFile
  /// The first symbol of each table, by the byte that names its class and slot; that of zeros alone.
  private var shortest: [UInt8: UInt8] = [:]
  /// The slots of the tables that components use: DC's, AC's.
  private var slots: [(dc: UInt8, ac: UInt8)] = []
  /// The numbers of a block that the scan has.
  private var band: ClosedRange<UInt8> = 0...0
  private let frame: JPEGMarker?

  /// Reads tables and the scan's header.
  init(_ file: JPEGFile) throws(CodingError) {
    self.file = file
    frame = file.segments.first { $0.marker.isStartOfFrame }?.marker
    for segment in file.segments where segment.marker == .huffmanTables {
      var reader = ByteReader(try file.source.part(segment.payload, of: "DHT at \(segment.range.lowerBound)"))
      while reader.remaining > 17 {
        let name = reader.u8()
        let count = (0..<16).reduce(0) { sum, _ in sum + Int(reader.u8()) }
        guard count > 0, count <= reader.remaining else { break }
        shortest[name] = reader.u8()
        reader.skip(count - 1)
      }
    }
    let header = try file.source.part(file.scanStart..<file.dataStart, of: "SOS at \(file.scanStart)")
    guard let start = header.firstIndex(of: JPEGMarker.startOfScan.code) else { return }
    var reader = ByteReader(Array(header[(start + 1)...]))
    reader.skip(2)
    for _ in 0..<reader.u8() {
      reader.skip(1)
      let names = reader.u8()
      slots.append((names >> 4, names & 15))
    }
    let (first, last) = (reader.u8(), reader.u8())
    if reader.error != nil { slots = [] } else if first <= last { band = first...last }
  }

  /// A sentence on a table that the scan uses and the file does not have, `nil` if no table is missing; motion JPEG has
  /// no tables at all.
  var missingTable: String? {
    guard let frame, [0xc0, 0xc1, 0xc2].contains(frame.code), !shortest.isEmpty else { return nil }
    for slot in slots {
      for (kind, name, isUsed) in [("DC", slot.dc, band.contains(0)), ("AC", 0x10 | slot.ac, band.upperBound > 0)]
      where isUsed && shortest[name] == nil {
        return
          "Its picture is coded by the Huffman table \(kind) \(name & 15), and there is none ('DHT'): many programs "
          + "do not show it."
      }
    }
    return nil
  }

  /// The number of zero bytes in a row by which no block is coded, unless zeros end a block.
  private static let mostZeros = 64

  /// Returns a sentence on zeros or text that was written over a part of the scan, and that a decoder takes for picture
  /// data; `nil` if there is none.
  func strayBytes() throws(CodingError) -> String? {
    guard let frame else { return nil }
    // Where a block's end is coded by zeros, even colours are nothing but zeros.
    let showsZeros =
      [0xc0, 0xc1].contains(frame.code) && !slots.isEmpty
      && slots.contains { shortest[0x10 | $0.ac].map { $0 != 0 } ?? false }
    var pages = BytePages(file.source)
    var position = file.dataStart
    while let found = try pages.next(0xff, from: position) {
      if showsZeros, let run = try zeros(in: position..<found, &pages) {
        return
          "The \(run.count) bytes of zeros at byte \(run.lowerBound) are no part of its picture: they were written "
          + "over it. Get another copy."
      }
      if let place = try text(in: position..<found, &pages) {
        return "The plain text at byte \(place) is no part of its picture: it was written over it. Get another copy."
      }
      guard let code = try pages.byte(at: found + 1), [0, 0xff].contains(code) || (0xd0...0xd7).contains(code) else {
        return nil
      }
      position = found + (code == 0xff ? 1 : 2)
    }
    return nil
  }

  /// Returns the place of text in a range; `nil` if there is none.
  private func text(in range: Range<Int>, _ pages: inout BytePages) throws(CodingError) -> Int? {
    var position = range.lowerBound + StrayBytes.leastText / 2
    while position + StrayBytes.leastText / 2 <= range.upperBound {
      if try startsText(at: position, &pages) {
        let bytes = try file.source.part(
          max(
            range.lowerBound, position - StrayBytes.leastText)..<min(range.upperBound, position + StrayBytes.leastText),
          of: "pictures' data")
        if let place = bytes.withUnsafeBytes({ StrayBytes.text(in: $0) }) {
          return max(range.lowerBound, position - StrayBytes.leastText) + place
        }
      }
      position += StrayBytes.leastText / 2
    }
    return nil
  }

  /// Tells whether a few bytes are text's; 1 in 2000 places of a picture's data looks so.
  private func startsText(at position: Int, _ pages: inout BytePages) throws(CodingError) -> Bool {
    for place in position..<position + 8 {
      guard let byte = try pages.byte(at: place), StrayBytes.isText(byte) else { return false }
    }
    return true
  }

  private func zeros(in range: Range<Int>, _ pages: inout BytePages) throws(CodingError) -> Range<Int>? {
    var position = range.lowerBound
    while range.upperBound - position >= Self.mostZeros {
      // The last of those that would do: where it is no zero, none of those before it begins a run.
      var start = position + Self.mostZeros
      while start > position, try pages.byte(at: start - 1) == 0 { start -= 1 }
      if start == position {
        return position..<(try pages.end(of: 0, from: position, before: range.upperBound))
      }
      position = start
    }
    return nil
  }
}
