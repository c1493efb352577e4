/// Items that belong together, such as alternatives (`altr`). Stands for the children of `grpl`,
/// ISO/IEC 14496-12, 8.18.
package struct HEIFEntityGroupBox: Box {
  /// The kind of the group, which tells how its items belong together.
  package let type: FourCC
  /// The version and flags, whose meaning depends on the kind of the group.
  package var header = VersionAndFlags()
  /// The group's number, of the same row as the items' numbers.
  package var groupID: UInt32
  package var entityIDs: [UInt32]
  /// The bytes that the kind of the group adds.
  package var rest: [UInt8] = []

  package mutating func code(_ coder: inout some FieldCoder) {
    coder.versionAndFlags(&header, versions: 0...UInt8.max)
    coder.number("group", &groupID)
    coder.countedNumbers("entities", &entityIDs)
    coder.rest("rest", &rest)
  }
}
