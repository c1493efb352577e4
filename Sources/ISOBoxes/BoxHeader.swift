package import ByteCoding

/// The first bytes of a box: what it is and how long.
///
/// ISO/IEC 14496-12, 4.2: a size of 1 announces 64 bits of size, a size of 0 that the box goes to the end of the file.
package struct BoxHeader: Sendable, Hashable {
  package var type: FourCC
  /// The bytes after the header.
  package var payloadSize: UInt64
  /// Indicates whether the size is, or has to be, written with 64 bits.
  package var usesLargeSize: Bool

  /// Creates a header for a payload of the given size; 64 bits are used if 32 do not hold the size.
  package init(type: FourCC, payloadSize: UInt64) {
    self.type = type
    self.payloadSize = payloadSize
    usesLargeSize = payloadSize > UInt64(UInt32.max) - 8
  }

  /// The bytes of the header itself: 8 or 16.
  package var headerSize: Int { usesLargeSize ? 16 : 8 }

  package var bytes: [UInt8] {
    var writer = ByteWriter(capacity: headerSize)
    writer.u32(usesLargeSize ? 1 : UInt32(payloadSize + 8))
    writer.u32(type.rawValue)
    if usesLargeSize { writer.u64(payloadSize + 16) }
    return writer.contents
  }

  /// Reads a header. Whether the payload is there is not checked.
  ///
  /// `available` is the number of bytes from the header's first to the end of the file, or `nil` inside another
  /// box, where no box may go "to the end of the file".
  /// - Throws: ``BoxError`` with `.truncated` or `.invalidSize`.
  package init(_ reader: inout ByteReader, available: UInt64? = nil) throws(BoxError) {
    let start = reader.position
    let size = reader.u32()
    type = FourCC(rawValue: reader.u32())
    usesLargeSize = size == 1
    let total = usesLargeSize ? reader.u64() : UInt64(size)
    if let cause = reader.error {
      throw BoxError(.truncated, box: "", offset: start, message: "A box's header is cut off.", cause: cause)
    }
    let headerSize: UInt64 = usesLargeSize ? 16 : 8
    if size == 0, let available, available >= headerSize {
      payloadSize = available - headerSize
      return
    }
    guard total >= headerSize else {
      throw BoxError(
        .invalidSize, box: type.description, offset: start,
        message: "The size \(total) is smaller than the box's own header.")
    }
    payloadSize = total - headerSize
  }
}
