/// The places where the bytes of items lie. Stands for `iloc`, ISO/IEC 14496-12, 8.11.3.
package struct HEIFItemLocationBox: Box {
  /// A run of an item's bytes.
  package struct Extent: Sendable, Hashable {
    /// The number, from 1, of the item's reference of the kind `iloc` that leads to the item in which the run lies; 0
    /// unless version and method provide for it.
    package var index: UInt64 = 0
    /// The distance from the item's base to the first byte.
    package var offset: UInt64
    /// The number of bytes; 0 stands for everything up to the end.
    package var length: UInt64
  }

  /// The place of one item.
  package struct Entry: Sendable, Hashable {
    package var itemID: UInt32
    /// The origin of the offsets in the lowest four bits: 0 the file, 1 the `idat` box, 2 another item. The other
    /// twelve are reserved.
    package var method: UInt16 = 0
    /// The number of the data reference that tells in which file the bytes are; 0 for this file.
    package var dataReference: UInt16 = 0
    /// The number that is added to every extent's offset.
    package var baseOffset: UInt64 = 0
    /// The runs, one after another.
    package var extents: [Extent]

    /// The origin of the offsets: 0 the file, 1 the `idat` box, 2 another item.
    package var construction: Int { Int(method & 15) }

    /// Puts the item into one run of the file, whose first byte is set later.
    package mutating func moveToFile(length: UInt64) {
      method = 0
      baseOffset = 0
      extents = [Extent(offset: 0, length: length)]
    }
  }

  package var type: FourCC { "iloc" }
  /// Version 1 has methods and indices; version 2 has numbers of 32 bits as well.
  package var header = VersionAndFlags(version: 1)
  /// The bytes of an offset, a length, a base and an index, in four bits each: 0, 4 or 8.
  package var widths: UInt16 = 0x4400
  package var entries: [Entry]

  // Each is 0, 4 or 8.
  package var offsetBytes: Int { Int(widths >> 12) }
  package var lengthBytes: Int { Int(widths >> 8 & 15) }
  private var baseBytes: Int { Int(widths >> 4 & 15) }
  private var indexBytes: Int { header.version == 0 ? 0 : Int(widths & 15) }

  /// Changes the place of an item, which may be new.
  package mutating func update(_ item: UInt32, _ body: (inout Entry) -> Void) {
    let index = entries.firstIndex { $0.itemID == item } ?? entries.count
    if index == entries.count { entries.append(Entry(itemID: item, extents: [])) }
    body(&entries[index])
  }

  package mutating func code(_ coder: inout some FieldCoder) {
    coder.versionAndFlags(&header, versions: 0...2)
    coder.number("widths", &widths, style: .hexadecimal)
    guard [offsetBytes, lengthBytes, baseBytes, indexBytes].allSatisfy({ $0 == 0 || $0 == 4 || $0 == 8 }) else {
      coder.fail(.invalidValue, "Offsets, lengths and indices have 0, 4 or 8 bytes, and these have others.")
      return
    }
    let idBytes = header.version == 2 ? 4 : 2
    let least = idBytes + (header.version == 0 ? 0 : 2) + 2 + baseBytes + 2
    let shape = self
    coder.countedList(
      "entries", &entries, countBytes: idBytes, elementBytes: least, blank: Entry(itemID: 0, extents: [])
    ) { coder, entry in shape.code(&entry, &coder) }
  }

  private func code<Coder: FieldCoder>(_ entry: inout Entry, _ coder: inout Coder) {
    coder.integer("", &entry.itemID, bytes: header.version == 2 ? 4 : 2, style: .decimal)
    if header.version > 0 { coder.number("", &entry.method) }
    coder.number("", &entry.dataReference)
    coder.integer("", &entry.baseOffset, bytes: baseBytes, style: .decimal)
    var count = UInt16(clamping: entry.extents.count)
    coder.number("", &count)
    let extentBytes = indexBytes + offsetBytes + lengthBytes
    if extentBytes == 0 {
      // Such runs could be announced without end; `list` compares their number with the bytes that are left.
      if count > 1 {
        coder.fail(.invalidValue, "\(count) runs of bytes are announced without saying where they are.")
      } else if coder.isDecoding {
        entry.extents = count == 1 ? [Extent(offset: 0, length: 0)] : []
      }
      return
    }
    let widths = (index: indexBytes, offset: offsetBytes, length: lengthBytes)
    coder.list(
      "extents", &entry.extents, count: Int(count), elementBytes: extentBytes, blank: Extent(offset: 0, length: 0)
    ) { coder, extent in
      coder.integer("", &extent.index, bytes: widths.index, style: .decimal)
      coder.integer("", &extent.offset, bytes: widths.offset, style: .decimal)
      coder.integer("", &extent.length, bytes: widths.length, style: .decimal)
    }
  }
}
