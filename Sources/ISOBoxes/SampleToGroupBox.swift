/// The groups that samples belong to, in runs. Stands for `sbgp`, ISO/IEC 14496-12, 8.9.2.
package struct SampleToGroupBox: Box {
  package var type: FourCC { "sbgp" }
  /// Version 1 has a parameter.
  package var header = VersionAndFlags()
  package var grouping: FourCC
  /// Tells groupings of one kind apart, in version 1.
  package var parameter: UInt32 = 0
  /// The runs; values are groups' numbers, from 1; 0 is none.
  package var entries: [SampleRun<UInt32>]

  package init(grouping: FourCC, entries: [SampleRun<UInt32>]) {
    self.grouping = grouping
    self.entries = entries
  }

  package mutating func code(_ coder: inout some FieldCoder) {
    coder.versionAndFlags(&header, versions: 0...1)
    coder.fourCC("grouping", &grouping)
    if header.version == 1 { coder.number("parameter", &parameter) }
    coder.runs(&entries)
  }
}
