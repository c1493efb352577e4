/// What is said about the movie or a track: `hdlr`, `keys` and `ilst`. Stands for `meta`.
///
/// QuickTime's form has no version and flags; the ISO form of ISO/IEC 14496-12, 8.11.1 has.
public struct MetadataBox: Box {
  /// `meta`.
  public var type: FourCC { "meta" }
  /// Version and flags in the ISO form, `nil` in QuickTime's.
  public var header: VersionAndFlags?
  /// What it holds, in order.
  public var children: [any Box]

  /// QuickTime's form with the given children.
  public init(children: [any Box]) {
    header = nil
    self.children = children
  }

  /// QuickTime's form with values for keys of the namespace `mdta`, in the given order.
  public init(items: [(key: String, value: MetadataValueBox)]) {
    let none = FourCC(rawValue: 0)
    let handler = HandlerBox(componentType: none, subtype: "mdta", manufacturer: none, nameBytes: [0, 0])
    let list = items.enumerated().map { index, item in
      ContainerBox(FourCC(rawValue: UInt32(index + 1)), [item.value])
    }
    self.init(children: [handler, MetadataKeysBox(names: items.map(\.key)), ContainerBox("ilst", list)])
  }

  /// A box to be decoded into.
  public init(blank type: FourCC) { self.init(children: []) }

  /// Hands over the fields.
  public mutating func code(_ coder: inout some FieldCoder) {
    if coder.isDecoding {
      decode(&coder)
    } else {
      if var header { coder.versionAndFlags(&header) }
      coder.boxes(&children, in: .general)
    }
  }

  // Nothing says which form it is. In QuickTime's the first four bytes are a box's size, which is never 0; in the
  // other they are version and flags, which always are.
  private mutating func decode(_ coder: inout some FieldCoder) {
    guard coder.remaining > 0 else { return }
    if coder.peekU32() == 0 {
      var header = VersionAndFlags()
      coder.versionAndFlags(&header)
      self.header = header
    }
    coder.boxes(&children, in: .general)
  }

  /// The values by their keys of the namespace `mdta`, in the order of the file. A key without a value is left out.
  public var items: [(key: String, value: MetadataValueBox)] {
    guard let keys = children.first(MetadataKeysBox.self), let list = children.containers("ilst").first else {
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
}
