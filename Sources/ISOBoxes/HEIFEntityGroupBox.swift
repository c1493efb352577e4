/// Items that belong together, such as alternatives (`altr`). Stands for the children of `grpl`,
/// ISO/IEC 14496-12, 8.18.
package struct HEIFEntityGroupBox: Box {
  /// How they belong together.
  package let type: FourCC
  /// What a kind of group says about itself.
  package var header = VersionAndFlags()
  /// The group's number, of the same row as the items' numbers.
  package var groupID: UInt32
  package var entityIDs: [UInt32]
  /// What a kind of group adds.
  package var rest: [UInt8] = []

  package mutating func code(_ coder: inout some FieldCoder) {
    coder.versionAndFlags(&header, versions: 0...UInt8.max)
    coder.number("group", &groupID)
    coder.countedNumbers("entities", &entityIDs)
    coder.rest("rest", &rest)
  }
}
