/// What an HEVC decoder must know before the first sample of a track.
///
/// Stands for `hvcC`: `HEVCDecoderConfigurationRecord` of ISO/IEC 14496-15, 8.3.3.1.
public struct HEVCConfigurationBox: Box {
  /// `hvcC`.
  public var type: FourCC { "hvcC" }
  /// The record as it is.
  public var record: [UInt8]

  /// A box around a record.
  public init(record: [UInt8]) { self.record = record }

  /// A box to be decoded into.
  public init(blank type: FourCC) { self.init(record: []) }

  /// How many bytes stand before each NAL unit of a sample to tell its length: 1, 2 or 4; `nil` if the record is none.
  public var lengthBytes: Int? {
    guard record.count >= 23, record[0] == 1, record[21] & 3 != 2 else { return nil }
    return Int(record[21] & 3) + 1
  }

  /// Hands over the record.
  public mutating func code(_ coder: inout some FieldCoder) { coder.rest("record", &record) }
}
