/// The samples that can be decoded without others. Stands for `stss`, ISO/IEC 14496-12, 8.6.2.
package struct SyncSampleBox: Box {
  package var type: FourCC { "stss" }
  package var header = VersionAndFlags()
  /// The samples' numbers, from 1, in rising order.
  package var sampleNumbers: [UInt32]

  package init(sampleNumbers: [UInt32]) { self.sampleNumbers = sampleNumbers }

  package mutating func code(_ coder: inout some FieldCoder) {
    coder.versionAndFlags(&header)
    coder.countedNumbers("samples", &sampleNumbers)
  }
}
