/// The sizes of samples in bytes. Stands for `stsz`, ISO/IEC 14496-12, 8.7.3.
package struct SampleSizeBox: Box {
  package var type: FourCC { "stsz" }
  package var header = VersionAndFlags()
  /// The size of every sample, or 0 when they differ.
  package var constantSize: UInt32
  package var sampleCount: UInt32
  /// The size of each sample; empty when all have the same.
  package var sizes: [UInt32]

  /// Samples of one size, above 0.
  package init(constantSize: UInt32, sampleCount: UInt32) {
    self.constantSize = constantSize
    self.sampleCount = sampleCount
    sizes = []
  }

  /// Samples of different sizes.
  package init(sizes: [UInt32]) {
    constantSize = 0
    sampleCount = UInt32(clamping: sizes.count)
    self.sizes = sizes
  }

  package mutating func code(_ coder: inout some FieldCoder) {
    coder.versionAndFlags(&header)
    coder.number("constantSize", &constantSize)
    coder.number("count", &sampleCount)
    let listed = constantSize == 0 ? Int(sampleCount) : 0
    coder.numbers("sizes", &sizes, count: listed)
  }
}
