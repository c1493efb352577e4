/// How many bytes samples have. Stands for `stsz`, ISO/IEC 14496-12, 8.7.3.
public struct SampleSizeBox: Box {
  /// `stsz`.
  public var type: FourCC { "stsz" }
  /// Version 0.
  public var header = VersionAndFlags()
  /// The size of every sample, or 0 when they differ.
  public var constantSize: UInt32
  /// The number of samples.
  public var sampleCount: UInt32
  /// The size of each sample; empty when all have the same.
  public var sizes: [UInt32]

  /// Samples of one size, above 0.
  public init(constantSize: UInt32, sampleCount: UInt32) {
    self.constantSize = constantSize
    self.sampleCount = sampleCount
    sizes = []
  }

  /// Samples of different sizes.
  public init(sizes: [UInt32]) {
    constantSize = 0
    sampleCount = UInt32(clamping: sizes.count)
    self.sizes = sizes
  }

  /// A box to be decoded into.
  public init(blank type: FourCC) { self.init(sizes: []) }

  /// Hands over the fields.
  public mutating func code(_ coder: inout some FieldCoder) {
    coder.versionAndFlags(&header)
    coder.u32("constantSize", &constantSize)
    coder.u32("count", &sampleCount)
    let listed = constantSize == 0 ? Int(sampleCount) : 0
    coder.list("sizes", &sizes, count: listed, elementBytes: 4, blank: 0) { coder, size in coder.u32("", &size) }
  }
}
