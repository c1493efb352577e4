import ByteCoding

/// An entry of a ZIP archive's directory, and what the header before its bytes says again.
struct ZipEntry {
  /// The name as the archive stores it, in no certain encoding.
  let name: [UInt8]
  let flags: UInt16
  let method: UInt16
  let time: UInt16
  let date: UInt16
  let checksum: UInt32
  let packedSize: UInt32
  let size: UInt32
  /// The offset of the entry's own header.
  let offset: Int

  /// Reads the next entry of a directory.
  init(_ reader: inout ByteReader, at position: Int) throws(ByteError) {
    guard reader.u32(.little) == 0x0201_4b50 else {
      throw ZipArchive.damaged("an entry of its directory lacks the signature of one", at: position)
    }
    reader.skip(4)
    (flags, method) = (reader.u16(.little), reader.u16(.little))
    (time, date) = (reader.u16(.little), reader.u16(.little))
    (checksum, packedSize, size) = (reader.u32(.little), reader.u32(.little), reader.u32(.little))
    let lengths = (name: Int(reader.u16(.little)), extra: Int(reader.u16(.little)), comment: Int(reader.u16(.little)))
    reader.skip(8)
    offset = Int(reader.u32(.little))
    name = Array(reader.bytes(lengths.name))
    reader.skip(lengths.extra + lengths.comment)
  }

  var isFolder: Bool { name.last == UInt8(ascii: "/") }

  var text: String { String(decoding: name, as: UTF8.self) }

  /// Indicates whether the sizes and the checksum stand behind the bytes, and may be zeros in the header before them.
  var hasDescriptor: Bool { flags & 8 != 0 }

  /// Makes sure that it is packed in a way that is read here.
  func checkReadable(at position: Int) throws(ByteError) {
    guard flags & 1 == 0 else {
      throw ZipArchive.unread("\(text) is encrypted", at: position)
    }
    guard method == 0 || method == 8, packedSize != .max, size != .max, offset != Int(UInt32.max) else {
      throw ZipArchive.unread("\(text) is packed in a way that is not read", at: position)
    }
    guard size <= ZipArchive.largestMember else {
      throw ZipArchive.damaged("\(text) would have \(size) bytes", at: position)
    }
    // Deflate makes no more than 1032 bytes of one.
    guard method == 8 ? Int(size) <= 64 + Int(packedSize) * 1032 : packedSize == size else {
      throw ZipArchive.damaged("\(text) cannot have \(size) bytes", at: position)
    }
  }

  /// Returns the range of the packed bytes, after checking that the header before them agrees with the directory: some
  /// programs read the one, and some the other.
  func packedRange(in source: any ByteSource) throws(ByteError) -> Range<Int> {
    try source.checkRange(offset..<offset + 30)
    var reader = ByteReader(try source.bytes(offset..<offset + 30))
    guard reader.u32(.little) == 0x0403_4b50 else {
      throw ZipArchive.damaged("a member is not where the directory says", at: offset)
    }
    reader.skip(2)
    let (flags, method) = (reader.u16(.little), reader.u16(.little))
    reader.skip(4)
    let numbers = (reader.u32(.little), reader.u32(.little), reader.u32(.little))
    let lengths = (name: Int(reader.u16(.little)), extra: Int(reader.u16(.little)))
    let start = offset + 30 + lengths.name + lengths.extra
    try source.checkRange(start..<start + Int(packedSize))
    guard try source.bytes(offset + 30..<offset + 30 + lengths.name) == name else {
      throw ZipArchive.damaged("\(text) has another name in the header before its bytes", at: offset)
    }
    // Bits 0, 3 and 6 tell of keys and of where the numbers stand.
    let isSame =
      numbers == (checksum, packedSize, size) || hasDescriptor && (numbers == (0, 0, 0) || numbers.0 == 0)
    guard isSame, method == self.method, (flags ^ self.flags) & 0x49 == 0 else {
      throw ZipArchive.damaged("the header before the bytes of \(text) contradicts the directory", at: offset)
    }
    return start..<start + Int(packedSize)
  }
}

/// The places of an archive's entries: each has its own name and its own bytes.
struct ZipPlaces {
  private var names: Set<[UInt8]> = []
  private var places: [(range: Range<Int>, name: String)] = []

  /// Notes where an entry lies, with its header.
  mutating func add(_ entry: ZipEntry, until end: Int) throws(ByteError) {
    guard entry.isFolder || names.insert(entry.name).inserted else {
      throw ZipArchive.damaged(
        "there are two entries of the name \(entry.text), and programs take one or the other", at: entry.offset)
    }
    places.append((entry.offset..<end, entry.text))
  }

  /// Returns a description of the bytes in the archive that belong to no entry; `nil` if there are none. Programs that
  /// read an archive from its beginning see other entries where something lies before the first.
  func strayBytes(before directory: Range<Int>, end: Range<Int>, of source: any ByteSource) throws(ByteError) -> String?
  {
    let sorted = places.sorted { $0.range.lowerBound < $1.range.lowerBound }
    var (position, stray) = (0, 0)
    for (range, name) in sorted {
      guard range.lowerBound >= position else {
        throw ZipArchive.damaged("the bytes of \(name) are those of another entry, too", at: range.lowerBound)
      }
      let gap = range.lowerBound - position
      guard gap == 0 || position > 0 else {
        throw ZipArchive.damaged("\(gap) bytes lie before its first entry, which programs may take for entries", at: 0)
      }
      stray += Self.stray(gap)
      position = range.upperBound
    }
    guard position <= directory.lowerBound else {
      throw ZipArchive.damaged("its last entry reaches into its directory", at: directory.lowerBound)
    }
    stray += Self.stray(directory.lowerBound - position)
    let between = end.lowerBound - directory.upperBound
    // Records of larger archives, and signatures.
    if between > 0,
      ![[0x50, 0x4b, 6, 6], [0x50, 0x4b, 5, 5]].contains(
        try source.bytes(directory.upperBound..<directory.upperBound + min(4, between)))
    {
      throw ZipArchive.damaged(
        "\(between) bytes lie between its directory and its end, which programs may take for entries",
        at: directory.upperBound)
    }
    let behind = source.count - end.upperBound
    let texts =
      (stray > 0 ? ["\(stray.named("byte")) between its entries"] : [])
      + (behind > 0 ? ["\(behind.named("byte")) behind its end"] : [])
    return texts.isEmpty ? nil : texts.joined(separator: ", ") + ", of no entry in it"
  }

  /// Returns the part of a gap that is no description of the entry before it, which has up to 24 bytes.
  private static func stray(_ gap: Int) -> Int { gap <= 24 ? 0 : gap }
}
