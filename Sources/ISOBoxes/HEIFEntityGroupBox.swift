/// Items that belong together, such as alternatives (`altr`). Stands for the children of `grpl`,
/// ISO/IEC 14496-12, 8.18.
public struct HEIFEntityGroupBox: Box {
  /// How they belong together.
  public let type: FourCC
  /// What a kind of group says about itself.
  public var header = VersionAndFlags()
  /// The group's number, of the same row as the items' numbers.
  public var groupID: UInt32
  /// The items' numbers.
  public var entityIDs: [UInt32]
  /// What a kind of group adds.
  public var rest: [UInt8] = []

  /// A group.
  public init(_ type: FourCC, groupID: UInt32, entityIDs: [UInt32]) {
    self.type = type
    self.groupID = groupID
    self.entityIDs = entityIDs
  }

  /// A box to be decoded into.
  public init(blank type: FourCC) { self.init(type, groupID: 0, entityIDs: []) }

  /// Hands over the fields.
  public mutating func code(_ coder: inout some FieldCoder) {
    coder.versionAndFlags(&header, versions: 0...UInt8.max)
    coder.u32("group", &groupID)
    coder.countedList("entities", &entityIDs, elementBytes: 4, blank: 0) { coder, id in coder.u32("", &id) }
    coder.rest("rest", &rest)
  }
}
