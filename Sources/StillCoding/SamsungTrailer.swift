import ByteCoding
import MediaCore

/// Samsung's blocks behind a JPEG's end, with the directory that ends the file (`SEFH` … `SEFT`).
///
/// Every number is little-endian; places count back from `SEFH`.
struct SamsungTrailer {
  struct Block {
    let type: Int
    let name: String
    let range: Range<Int>
    let data: Range<Int>
  }

  /// The blocks that lie in the file, in the directory's order.
  let blocks: [Block]
  /// The range from `SEFH` to the file's end.
  let directory: Range<Int>
  private let source: any ByteSource
  private let table: [UInt8]

  /// Reads the trailer; `nil` if the file doesn't end with one.
  init?(_ source: any ByteSource) throws(CodingError) {
    guard source.count >= 20 else { return nil }
    let tail = TIFFReader(littleEndian: try source.part(source.count - 8..<source.count, of: "Samsung trailer"))
    let length = tail.number(0)
    guard tail.bytes[4...].elementsEqual("SEFT".utf8), length >= 12, length <= source.count - 8 else { return nil }
    directory = source.count - 8 - length..<source.count
    // An entry has 12 bytes; no phone writes more than a few dozen.
    table = try source.part(directory.lowerBound..<min(directory.upperBound, directory.lowerBound + 65_536), of: "SEFH")
    self.source = source
    let view = TIFFReader(littleEndian: table)
    guard table.starts(with: "SEFH".utf8) else { return nil }
    var blocks: [Block] = []
    for index in 0..<min(view.number(8), (min(length, table.count) - 12) / 12) {
      let entry = 12 + 12 * index
      let (back, size) = (view.number(entry + 4), view.number(entry + 8))
      guard back <= directory.lowerBound, size >= 8, size <= back else { continue }
      let start = directory.lowerBound - back
      let head = TIFFReader(littleEndian: try source.prefix(at: start, 8 + 64, of: "Samsung block at \(start)"))
      let nameLength = head.number(4)
      guard nameLength <= 64, nameLength <= size - 8, head.bytes.count >= 8 + nameLength else { continue }
      blocks.append(
        Block(
          type: view.u16(entry + 2) ?? 0, name: String(decoding: head.bytes[8..<8 + nameLength], as: UTF8.self),
          range: start..<start + size, data: start + 8 + nameLength..<start + size))
    }
    self.blocks = blocks
  }

  var motionPhoto: Block? { blocks.first { $0.name == "MotionPhoto_Data" || $0.type == 0x0a30 } }

  /// The blocks that tell the country whose network the phone was in.
  var places: [Block] { blocks.filter { $0.type == 0x0aa1 || $0.name == "MCC_Data" } }

  /// The changes that take blocks out: themselves and their entries; the whole trailer when none is left.
  func removing(_ gone: [Block]) -> [BytePatch] {
    guard !gone.isEmpty else { return [] }
    let view = TIFFReader(littleEndian: table)
    let count = min(view.number(8), (table.count - 20) / 12)
    let starts = Set(gone.map(\.range.lowerBound))
    // Entries may share a block, which goes once.
    let ranges = Set(gone.map(\.range)).sorted { $0.lowerBound < $1.lowerBound }
    var writer = ByteWriter(capacity: table.count)
    var kept = 0
    writer.bytes(table[..<12])
    for index in 0..<count {
      let entry = 12 + 12 * index
      let back = view.number(entry + 4)
      let start = directory.lowerBound - back
      if starts.contains(start) { continue }
      // Blocks before those that go come nearer to the directory.
      let nearer = ranges.reduce(0) { $0 + ($1.lowerBound > start ? $1.count : 0) }
      writer.bytes(table[entry..<entry + 4])
      writer.u32(UInt32(clamping: back - nearer), .little)
      writer.bytes(table[entry + 8..<entry + 12])
      kept += 1
    }
    writer.patchU32(UInt32(kept), at: 8, .little)
    writer.u32(UInt32(writer.count), .little)
    writer.ascii("SEFT")
    return ranges.map { BytePatch(range: $0, bytes: []) }
      + [BytePatch(range: directory, bytes: kept == 0 ? [] : writer.contents)]
  }
}

extension TIFFReader {
  fileprivate init(littleEndian bytes: [UInt8]) { self.init(bytes, order: .little) }

  /// A number of four bytes; zero where there is none.
  fileprivate func number(_ offset: Int) -> Int { u32(offset) ?? 0 }
}
