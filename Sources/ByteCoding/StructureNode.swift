/// A part of a file as a person is shown it: a box, a segment, a chunk or a directory, with what lies inside it.
public struct StructureNode: Sendable, Hashable {
  /// What the part calls itself: `moov`, `APP1 Exif`, `IFD0`, `iloc`.
  public var name: String
  /// Where its first byte lies in the file.
  public var offset: Int
  /// Its bytes, header included.
  public var size: Int
  /// What it says, in short; empty for parts that only hold others.
  public var detail: String
  /// The parts inside it, in order.
  public var children: [StructureNode]

  /// A part from its properties.
  public init(_ name: String, offset: Int, size: Int, detail: String = "", children: [StructureNode] = []) {
    self.name = name
    self.offset = offset
    self.size = size
    self.detail = detail
    self.children = children
  }
}
