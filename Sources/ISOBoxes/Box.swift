import ByteCoding

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
  package var size: Int { written.writer.count }

  /// The box as bytes, header included.
  /// - Throws: ``BoxError`` with `.invalidSize` above 4 GiB, with `.invalidValue` when a field does not fit its width.
  package func encoded() throws(BoxError) -> [UInt8] {
    let fields = written
    if let error = fields.error { throw error }
    return fields.writer.contents
  }

  private var written: FieldWriter {
    var fields = FieldWriter()
    fields.add(self)
    return fields
  }
}
