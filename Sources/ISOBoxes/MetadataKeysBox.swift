/// The names of the metadata's keys. Stands for `keys` inside `meta`, QuickTime File Format.
public struct MetadataKeysBox: Box {
  /// One key.
  public struct Entry: Sendable, Hashable {
    /// Who gives meaning to the name; `mdta` for names in reverse domain order.
    public var namespace: FourCC
    /// The name's bytes, without a terminator.
    public var value: [UInt8]

    /// A key, by default of the namespace `mdta`.
    public init(namespace: FourCC = "mdta", name: String) {
      self.namespace = namespace
      value = Array(name.utf8)
    }

    /// The name as text.
    public var name: String { String(decoding: value, as: UTF8.self) }
  }

  /// `keys`.
  public var type: FourCC { "keys" }
  /// Version 0.
  public var header = VersionAndFlags()
  /// The keys; items count them from 1.
  public var entries: [Entry]

  /// Keys of the namespace `mdta`.
  public init(names: [String]) { entries = names.map { Entry(name: $0) } }

  /// A box to be decoded into.
  public init(blank type: FourCC) { self.init(names: []) }

  /// Hands over the fields.
  public mutating func code(_ coder: inout some FieldCoder) {
    coder.versionAndFlags(&header)
    coder.countedList("keys", &entries, elementBytes: 8, blank: Entry(name: "")) { coder, entry in
      var size = UInt32(clamping: entry.value.count + 8)
      coder.u32("", &size)
      coder.fourCC("", &entry.namespace)
      if size < 8 { coder.fail(.invalidSize, "A key's size is \(size), smaller than its own header.") }
      coder.bytes("", &entry.value, count: max(0, Int(size) - 8))
    }
  }
}
