/// How samples are coded, once for each way used. Stands for `stsd`, ISO/IEC 14496-12, 8.5.2.
public struct SampleDescriptionBox: Box {
  /// `stsd`.
  public var type: FourCC { "stsd" }
  /// Version 0.
  public var header = VersionAndFlags()
  /// The sample descriptions; chunks count them from 1.
  public var entries: [any Box]

  /// A list of sample descriptions.
  public init(entries: [any Box]) { self.entries = entries }

  /// A box to be decoded into.
  public init(blank type: FourCC) { self.init(entries: []) }

  /// Hands over the fields.
  public mutating func code(_ coder: inout some FieldCoder) {
    coder.versionAndFlags(&header)
    coder.countedBoxes(&entries, in: .sampleDescription)
  }
}
