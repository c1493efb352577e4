/// The metadata of the movie or of a track: `hdlr`, `keys` and `ilst`. Stands for `meta`.
///
/// QuickTime's form has no version and flags; the ISO form of ISO/IEC 14496-12, 8.11.1 has.
package struct MetadataBox: ParentBox {
  package var type: FourCC { "meta" }
  /// Version and flags in the ISO form, `nil` in QuickTime's.
  package var header: VersionAndFlags?
  package var children: [any Box]

  package init(children: [any Box]) { self.children = children }

  /// QuickTime's form with values for keys of the namespace `mdta`, in the given order.
  package init(items: [(key: String, value: MetadataValueBox)]) {
    let none = FourCC(rawValue: 0)
    let handler = HandlerBox(componentType: none, subtype: "mdta", manufacturer: none, nameBytes: [0, 0])
    let list = items.enumerated().map { index, item in
      ContainerBox(FourCC(rawValue: UInt32(index + 1)), [item.value])
    }
    self.init(children: [handler, MetadataKeysBox(names: items.map(\.key)), ContainerBox("ilst", list)])
  }

  package mutating func code(_ coder: inout some FieldCoder) {
    // Nothing says which form it is. In QuickTime's the first four bytes are a box's size, which is never 0; in the
    // other they are version and flags, which always are.
    if coder.remaining > 0, coder.peekU32() == 0 { header = VersionAndFlags() }
    if var read = header {
      coder.versionAndFlags(&read)
      header = read
    }
    coder.boxes(&children, in: .general)
  }

  /// Indicates whether values belong to keys. In other kinds, such as iTunes' `mdir`, the items' types tell what values
  /// are.
  package var hasKeys: Bool {
    first(HandlerBox.self)?.subtype == "mdta" || first(MetadataKeysBox.self) != nil
  }

  /// The values by their keys of the namespace `mdta`, in the order of the file. A key without a value is left out.
  package var items: [(key: String, value: MetadataValueBox)] {
    guard let keys = first(MetadataKeysBox.self), let list = container("ilst") else {
      return []
    }
    return list.children.all(ContainerBox.self).compactMap { item in
      let index = Int(item.type.rawValue) - 1
      guard keys.entries.indices.contains(index), keys.entries[index].namespace == "mdta",
        let value = item.first(MetadataValueBox.self)
      else { return nil }
      return (keys.entries[index].name, value)
    }
  }

  /// Sets the value of a key of the namespace `mdta`: at its present place, or behind all others; `nil` removes it.
  ///
  /// Other items keep their order and their bytes.
  package mutating func set(_ key: String, _ value: MetadataValueBox?) {
    var keys = first(MetadataKeysBox.self) ?? MetadataKeysBox(names: [])
    var list = container("ilst") ?? ContainerBox("ilst")
    let known = keys.entries.firstIndex { $0.namespace == "mdta" && $0.name == key }
    if value == nil, let known { return removeKey(known) }
    if let known {
      let number = FourCC(rawValue: UInt32(known + 1))
      if let value, let item = list.children.firstIndex(where: { $0.type == number }) {
        list.children[item] = ContainerBox(number, [value])
      } else if let value {
        list.children.append(ContainerBox(number, [value]))
      }
    } else if let value {
      keys.entries.append(.init(name: key))
      list.children.append(ContainerBox(FourCC(rawValue: UInt32(keys.entries.count)), [value]))
    }
    replace(with: keys)
    replace(with: list)
  }

  /// Removes a key, by its place among the keys, with all of its values.
  package mutating func removeKey(_ index: Int) {
    let number = FourCC(rawValue: UInt32(index + 1))
    updateAll(MetadataKeysBox.self) { keys in
      if keys.entries.indices.contains(index) { keys.entries.remove(at: index) }
    }
    update(["ilst"]) { list in list.children = list.children.compactMap { Self.renumbered($0, without: number) } }
  }

  /// An item under its number once another's key is gone; `nil` for the item of that key itself.
  private static func renumbered(_ item: any Box, without gone: FourCC) -> (any Box)? {
    guard item.type != gone else { return nil }
    guard item.type.rawValue > gone.rawValue, let container = item as? ContainerBox else { return item }
    return ContainerBox(FourCC(rawValue: item.type.rawValue - 1), container.children)
  }
}
