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
    guard record.count >= 23, record[0] == 1, record[21] & 3 != 2, hasWholeArrays else { return nil }
    return Int(record[21] & 3) + 1
  }

  /// Whether the parameter sets, which come in arrays by their kind, fill the record.
  private var hasWholeArrays: Bool {
    var rest = record[23...]
    func number(_ offset: Int) -> Int {
      Int(rest[rest.startIndex + offset]) << 8 | Int(rest[rest.startIndex + offset + 1])
    }
    for _ in 0..<record[22] {
      guard rest.count >= 3 else { return false }
      let count = number(1)
      rest = rest.dropFirst(3)
      for _ in 0..<count {
        guard rest.count >= 2, number(0) <= rest.count - 2 else { return false }
        rest = rest.dropFirst(2 + number(0))
      }
    }
    return rest.isEmpty
  }

  /// Hands over the record.
  public mutating func code(_ coder: inout some FieldCoder) { coder.rest("record", &record) }
}
