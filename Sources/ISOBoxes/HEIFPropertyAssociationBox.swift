/// The properties of items. Stands for `ipma`, ISO/IEC 23008-12, 9.3.1.
package struct HEIFPropertyAssociationBox: Box {
  /// A property that an item has.
  package struct Property: Sendable, Hashable {
    /// The property's place in `ipco`, from 1; 0 for none.
    package var index: Int
    /// Indicates whether a reader that does not know the property must leave the item alone.
    package var isEssential: Bool
  }

  package struct Entry: Sendable, Hashable {
    package var itemID: UInt32
    /// The properties of the item; those that turn or cut the picture take effect in this order.
    package var properties: [Property]
  }

  package var type: FourCC { "ipma" }
  /// Version 1 has numbers of 32 bits; flag 1 says that places have 15 bits instead of 7.
  package var header = VersionAndFlags()
  package var entries: [Entry]

  /// Gives an item the properties at some places instead of those at `old`, or behind its last one.
  ///
  /// Returns `false`, and changes nothing, when they are too many to be written.
  package mutating func replace(
    _ old: Set<Int>, with new: [Int], isEssential: Bool, of item: UInt32
  ) -> Bool {
    let place = entries.firstIndex { $0.itemID == item } ?? entries.count
    var properties = place == entries.count ? [] : entries[place].properties
    let first = properties.firstIndex { old.contains($0.index) } ?? properties.count
    properties.removeAll { old.contains($0.index) }
    let added = new.map { Property(index: $0, isEssential: isEssential) }
    properties.insert(contentsOf: added, at: min(first, properties.count))
    guard properties.count <= 255, new.allSatisfy({ $0 <= 32767 }) else { return false }
    if place == entries.count { entries.append(Entry(itemID: item, properties: [])) }
    entries[place].properties = properties
    if new.contains(where: { $0 > 127 }) { header.flags |= 1 }
    return true
  }

  package mutating func code(_ coder: inout some FieldCoder) {
    coder.versionAndFlags(&header, versions: 0...1)
    let idBytes = header.version == 0 ? 2 : 4
    let placeBytes = header.flags & 1 == 0 ? 1 : 2
    coder.countedList(
      "entries", &entries, elementBytes: idBytes + 1, blank: Entry(itemID: 0, properties: [])
    ) { coder, entry in
      coder.integer("", &entry.itemID, bytes: idBytes, style: .decimal)
      coder.countedList(
        "properties", &entry.properties, countBytes: 1, elementBytes: placeBytes,
        blank: Property(index: 0, isEssential: false)
      ) { coder, property in
        let mark = placeBytes == 1 ? 0x80 : 0x8000
        // A place that does not fit must not turn into the mark: one bit more than the field makes writing fail.
        let fits = (0..<mark).contains(property.index)
        var value = UInt32(fits ? property.index | (property.isEssential ? mark : 0) : mark << 1)
        coder.integer("", &value, bytes: placeBytes, style: .decimal)
        property = Property(index: Int(value) & (mark - 1), isEssential: Int(value) & mark != 0)
      }
    }
  }
}
