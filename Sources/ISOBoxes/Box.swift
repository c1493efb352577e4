package import ByteCoding

/// One box of an ISO base media or QuickTime file, without its header.
///
/// A box lists its fields once, in ``code(_:)``; decoding, encoding, measuring and printing all go by that list.
/// Fields that a format reserves are kept as they were found, so that what was decoded is encoded to the same bytes.
/// Stands for `Box` of ISO/IEC 14496-12, 4.2, and for the atom of the QuickTime File Format.
package protocol Box: Sendable {
  /// The four characters that say what the box is.
  var type: FourCC { get }

  /// Hands every field to the coder, in the order of the file. The coder gives the fields of a box that is decoded
  /// their values.
  mutating func code(_ coder: inout some FieldCoder)
}

extension Box {
  /// The bytes of the box, header included.
  package var size: Int { written(after: ByteWriter()).writer.count }

  /// Appends the box, header included.
  /// - Throws: ``BoxError`` with `.invalidSize` above 4 GiB, with `.invalidValue` when a field does not fit its width.
  package func encode(to writer: inout ByteWriter) throws(BoxError) {
    let fields = written(after: writer)
    if let error = fields.error { throw error }
    writer = fields.writer
  }

  private func written(after writer: ByteWriter) -> FieldWriter {
    var fields = FieldWriter(writer)
    fields.add(self)
    return fields
  }

  /// The box as bytes, header included.
  /// - Throws: what ``encode(to:)`` throws.
  package func encoded() throws(BoxError) -> [UInt8] {
    var writer = ByteWriter()
    try encode(to: &writer)
    return writer.contents
  }

  /// The box and everything in it, with where each part lies; `offset` is where the box itself does.
  ///
  /// Long lists and long runs of bytes are cut, with their length given; if brief, earlier, and zeros are left out.
  package func structure(at offset: Int, isBrief: Bool = true) -> StructureNode {
    FieldPrinter.node(of: self, at: offset, isBrief: isBrief)
  }
}
