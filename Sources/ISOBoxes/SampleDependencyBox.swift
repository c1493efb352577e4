/// Which samples need others, and are needed. Stands for `sdtp`, ISO/IEC 14496-12, 8.6.4.
public struct SampleDependencyBox: Box {
  /// `sdtp`.
  public var type: FourCC { "sdtp" }
  /// Version 0.
  public var header = VersionAndFlags()
  /// A byte for each sample. 0x20: needs no other. 0x10: needs others. 0x08: no other needs it.
  public var samples: [UInt8]

  /// A table of one byte for each sample.
  public init(samples: [UInt8]) { self.samples = samples }

  /// A box to be decoded into.
  public init(blank type: FourCC) { self.init(samples: []) }

  /// Hands over the fields.
  public mutating func code(_ coder: inout some FieldCoder) {
    coder.versionAndFlags(&header)
    coder.rest("samples", &samples)
  }
}
