public import ByteCoding

/// One box of an ISO base media or QuickTime file, without its header.
///
/// A box lists its fields once, in ``code(_:)``; decoding, encoding, measuring and printing all go by that list.
/// Fields that a format reserves are kept as they were found, so that what was decoded is encoded to the same bytes.
/// Stands for `Box` of ISO/IEC 14496-12, 4.2, and for the atom of the QuickTime File Format.
public protocol Box: Sendable {
  /// The four characters that say what the box is.
  var type: FourCC { get }

  /// A box with the least it needs, to be decoded into. `type` is one of those the box stands for.
  init(blank type: FourCC)

  /// Hands every field to the coder, in the order of the file.
  mutating func code(_ coder: inout some FieldCoder)
}

extension Box {
  /// The bytes of the box, header included.
  public var size: Int {
    var sizer = FieldSizer()
    sizer.add(self)
    return sizer.size
  }

  /// Appends the box, header included.
  /// - Throws: ``BoxError`` with `.invalidSize` above 4 GiB, with `.invalidValue` when a field does not fit its width.
  public func encode(to writer: inout ByteWriter) throws(BoxError) {
    var fields = FieldWriter(writer)
    fields.add(self)
    if let error = fields.error { throw error }
    precondition(fields.writer.count - writer.count == size, "'\(type)' was measured and written differently")
    writer = fields.writer
  }

  /// The box as bytes, header included.
  /// - Throws: what ``encode(to:)`` throws.
  public func encoded() throws(BoxError) -> [UInt8] {
    var writer = ByteWriter()
    try encode(to: &writer)
    return writer.contents
  }

  /// The box and everything in it, with where each part lies; `offset` is where the box itself does.
  public func structure(at offset: Int) -> StructureNode { StructureCoder.node(of: self, at: offset) }

  /// The box and everything in it as text: a line for each box, with its size and its fields.
  ///
  /// Long lists and long runs of bytes are cut, with their length given.
  public func dump() -> String {
    var dumper = FieldDumper()
    dumper.add(self)
    return dumper.text
  }
}
