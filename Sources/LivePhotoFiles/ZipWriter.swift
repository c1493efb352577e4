package import ByteCoding
import CZlib
package import MediaCore

/// Writes a ZIP archive of files as they are, without compression: pictures and movies are compressed already
/// (PKWARE's APPNOTE, version 2.0).
package struct ZipWriter {
  /// A file of the archive.
  package struct Entry {
    let name: String
    let bytes: ByteRope
    let date: (year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int)

    /// A file under a name, last changed at a local date.
    package init(_ name: String, _ bytes: ByteRope, date: WallTime) {
      (self.name, self.bytes, self.date) = (name, bytes, date.local)
    }
  }

  private static let largest = Int(UInt32.max)
  private let entries: [Entry]

  /// - Throws: `CodingError` for archives of more than 4 GiB, which need another format.
  package init(_ entries: [Entry]) throws(CodingError) {
    guard entries.reduce(0, { $0 + $1.bytes.count + 2 * $1.name.utf8.count + 100 }) < Self.largest else {
      throw CodingError(
        .unsupported, context: entries.first?.name ?? "archive", message: "An archive cannot have more than 4 GiB.")
    }
    self.entries = entries
  }

  /// Passes on the archive's bytes. Each file is read twice: its checksum comes before it.
  package func write(_ write: (UnsafeRawBufferPointer) throws -> Void) throws {
    var directory: [UInt8] = []
    var offset = 0
    for entry in entries {
      var checksum: UInt = 0
      try entry.bytes.write { piece in
        checksum = crc32_z(checksum, piece.bindMemory(to: UInt8.self).baseAddress, piece.count)
      }
      let fields = Self.fields(of: entry, checksum: UInt32(truncatingIfNeeded: checksum))
      let header = UInt32(0x0403_4b50).littleEndianBytes + fields + Array(entry.name.utf8)
      try header.withUnsafeBytes { try write($0) }
      try entry.bytes.write { try write($0) }
      directory += UInt32(0x0201_4b50).littleEndianBytes + UInt16(20).littleEndianBytes + fields
      directory += [UInt8](repeating: 0, count: 10) + UInt32(offset).littleEndianBytes + Array(entry.name.utf8)
      offset += header.count + entry.bytes.count
    }
    let count = UInt16(entries.count).littleEndianBytes
    let size = UInt32(directory.count).littleEndianBytes
    directory += UInt32(0x0605_4b50).littleEndianBytes + [0, 0, 0, 0] + count + count
    directory += size + UInt32(offset).littleEndianBytes + [0, 0]
    try directory.withUnsafeBytes { try write($0) }
  }

  /// Returns the fields that a file's own header and the directory have in common.
  private static func fields(of entry: Entry, checksum: UInt32) -> [UInt8] {
    let (date, size) = (entry.date, UInt32(entry.bytes.count).littleEndianBytes)
    let time = UInt16(date.hour << 11 | date.minute << 5 | date.second / 2)
    let day = UInt16(min(max(date.year - 1980, 0), 127) << 9 | date.month << 5 | date.day)
    // Names are UTF-8 (bit 11); nothing is compressed.
    return UInt16(20).littleEndianBytes + UInt16(1 << 11).littleEndianBytes + [0, 0] + time.littleEndianBytes
      + day.littleEndianBytes + checksum.littleEndianBytes + size + size
      + UInt16(entry.name.utf8.count).littleEndianBytes + [0, 0]
  }
}

extension FixedWidthInteger {
  fileprivate var littleEndianBytes: [UInt8] { withUnsafeBytes(of: littleEndian) { Array($0) } }
}
