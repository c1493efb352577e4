/// How samples are coded, once for each way used. Stands for `stsd`, ISO/IEC 14496-12, 8.5.2.
package struct SampleDescriptionBox: Box {
  package var type: FourCC { "stsd" }
  package var header = VersionAndFlags()
  /// The sample descriptions; chunks count them from 1.
  package var entries: [any Box]

  package init(entries: [any Box]) { self.entries = entries }

  package mutating func code(_ coder: inout some FieldCoder) {
    coder.versionAndFlags(&header)
    coder.countedBoxes(&entries, in: .sampleDescription)
  }
}
