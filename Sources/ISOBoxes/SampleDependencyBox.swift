/// The dependencies of samples on others, and of others on them. Stands for `sdtp`, ISO/IEC 14496-12, 8.6.4.
package struct SampleDependencyBox: Box {
  package var type: FourCC { "sdtp" }
  package var header = VersionAndFlags()
  /// A byte for each sample. 0x20: needs no other. 0x10: needs others. 0x08: no other needs it.
  package var samples: [UInt8]

  package init(samples: [UInt8]) { self.samples = samples }

  package mutating func code(_ coder: inout some FieldCoder) {
    coder.versionAndFlags(&header)
    coder.rest("samples", &samples)
  }
}
