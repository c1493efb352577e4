/// A part of a file as a person is shown it: a box, a segment, a chunk or a directory, with what lies inside it.
public struct StructureNode: Sendable, Hashable {
  /// The name of the part: `moov`, `APP1 Exif`, `IFD0`, `iloc`.
  public var name: String
  /// The position of the part's first byte in the file.
  public var offset: Int
  /// The number of its bytes, header included.
  public var size: Int
  /// The content of the part, in short; empty for parts that only hold others.
  public var detail: String
  /// The parts inside it, in order.
  public var children: [StructureNode]

  /// Creates a part from its properties.
  public init(_ name: String, offset: Int, size: Int, detail: String = "", children: [StructureNode] = []) {
    self.name = name
    self.offset = offset
    self.size = size
    self.detail = detail
    self.children = children
  }
}
