/// What a decoder must know before the picture. Stands for the item properties `hvcC` of ISO/IEC 14496-15, 8.3.3,
/// `av1C` and `avcC`.
public struct HEIFCodecConfigurationBox: Box {
  /// `hvcC`, `av1C` or `avcC`.
  public let type: FourCC
  /// The record as it is.
  public var record: [UInt8]

  /// A box around a record.
  public init(_ type: FourCC, record: [UInt8]) {
    self.type = type
    self.record = record
  }

  /// A box to be decoded into.
  public init(blank type: FourCC) { self.init(type, record: []) }

  /// Hands over the record.
  public mutating func code(_ coder: inout some FieldCoder) { coder.rest("record", &record) }
}
