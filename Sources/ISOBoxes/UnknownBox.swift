/// A box whose fields livecam does not read, kept as it is.
package struct UnknownBox: Box {
  package let type: FourCC
  package var payload: [UInt8]
  // Not a field: such a header is kept only so that the box is written as it was found.
  let usesLargeSize: Bool

  package init(type: FourCC, payload: [UInt8], usesLargeSize: Bool = false) {
    self.type = type
    self.payload = payload
    self.usesLargeSize = usesLargeSize
  }

  package mutating func code(_ coder: inout some FieldCoder) { coder.rest("payload", &payload) }
}
