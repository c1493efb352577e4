/// The places where a track's data lie. Stands for `dref`, ISO/IEC 14496-12, 8.7.2.
package struct DataReferenceListBox: Box {
  package var type: FourCC { "dref" }
  package var header = VersionAndFlags()
  /// The places; sample descriptions count them from 1.
  package var entries: [any Box]

  /// A list of places, by default the file itself.
  package init(entries: [any Box] = [DataReferenceBox(selfContained: "alis")]) { self.entries = entries }

  package mutating func code(_ coder: inout some FieldCoder) {
    coder.versionAndFlags(&header)
    coder.countedBoxes(&entries, in: .dataReferences)
  }
}
