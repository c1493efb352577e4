/// A box whose fields livecam does not read, kept as it is.
public struct UnknownBox: Box {
  /// What the box says it is.
  public let type: FourCC
  /// Everything after the header.
  public var payload: [UInt8]
  // Not a field: such a header is kept only so that the box is written as it was found.
  var usesLargeSize = false

  /// A box of any type with the given contents.
  public init(type: FourCC, payload: [UInt8]) {
    self.type = type
    self.payload = payload
  }

  /// A box of that type without contents.
  public init(blank type: FourCC) { self.init(type: type, payload: []) }

  /// Hands over the contents.
  public mutating func code(_ coder: inout some FieldCoder) { coder.rest("payload", &payload) }
}
