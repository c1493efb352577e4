import ByteCoding

/// Turns bytes into boxes. Stands at the gate: the bytes may be anything.
package enum BoxDecoder {
  /// The boxes that `bytes` consist of, in order.
  ///
  /// A box of a type that is not known, or not known in its place, becomes an ``UnknownBox`` with its bytes.
  /// `base` is where the bytes lie in the file, for error messages.
  /// - Throws: ``BoxError`` for the first box that does not nest, fill or make sense.
  package static func boxes(
    in bytes: [UInt8], context: BoxContext = .general, base: Int = 0
  ) throws(BoxError) -> [any Box] {
    try read(bytes, context, base: base, keepsDamaged: false).boxes
  }

  /// The boxes that `bytes` consist of, in order, and what is wrong with those that cannot be read.
  ///
  /// A box that contradicts itself, or in which others do not nest, becomes an ``UnknownBox`` with its bytes: a
  /// movie with a broken comment is still a movie.
  /// - Throws: ``BoxError`` when the outermost boxes do not fill the bytes, or there are more than the limits allow.
  package static func boxesKeepingDamaged(
    in bytes: [UInt8], context: BoxContext = .general, base: Int = 0
  ) throws(BoxError) -> (boxes: [any Box], damages: [BoxError]) {
    try read(bytes, context, base: base, keepsDamaged: true)
  }

  private static func read(
    _ bytes: [UInt8], _ context: BoxContext, base: Int, keepsDamaged: Bool
  ) throws(BoxError) -> (boxes: [any Box], damages: [BoxError]) {
    var boxes: [any Box] = []
    var fields = FieldReader(ByteReader(bytes, base: base), context: context, damages: keepsDamaged ? [] : nil)
    fields.boxes(&boxes, in: context)
    if fields.remaining > 0 { fields.fail(.truncated, "\(fields.remaining) bytes at the end are too few for a box.") }
    if let error = fields.error { throw error }
    return (boxes, fields.damages ?? [])
  }
}
