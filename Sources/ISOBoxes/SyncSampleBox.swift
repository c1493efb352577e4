/// Which samples can be decoded without others. Stands for `stss`, ISO/IEC 14496-12, 8.6.2.
public struct SyncSampleBox: Box {
  /// `stss`.
  public var type: FourCC { "stss" }
  /// Version 0.
  public var header = VersionAndFlags()
  /// The samples' numbers, from 1, in rising order.
  public var sampleNumbers: [UInt32]

  /// A table of the given samples.
  public init(sampleNumbers: [UInt32]) { self.sampleNumbers = sampleNumbers }

  /// A box to be decoded into.
  public init(blank type: FourCC) { self.init(sampleNumbers: []) }

  /// Hands over the fields.
  public mutating func code(_ coder: inout some FieldCoder) {
    coder.versionAndFlags(&header)
    coder.countedList("samples", &sampleNumbers, elementBytes: 4, blank: 0) { coder, number in
      coder.u32("", &number)
    }
  }
}
