/// The places where a track's data lie. Stands for `dref`, ISO/IEC 14496-12, 8.7.2.
public struct DataReferenceListBox: Box {
  /// `dref`.
  public var type: FourCC { "dref" }
  /// Version 0.
  public var header = VersionAndFlags()
  /// The places; sample descriptions count them from 1.
  public var entries: [any Box]

  /// A list of places, by default the file itself.
  public init(entries: [any Box] = [DataReferenceBox(selfContained: "alis")]) { self.entries = entries }

  /// A box to be decoded into.
  public init(blank type: FourCC) { self.init(entries: []) }

  /// Hands over the fields.
  public mutating func code(_ coder: inout some FieldCoder) {
    coder.versionAndFlags(&header)
    coder.countedBoxes(&entries, in: .dataReferences)
  }
}
