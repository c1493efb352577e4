import ByteCoding
import ISOBoxes

extension Box {
  /// Returns the box and everything in it as text: a line for each box, with its size and its fields.
  func dump() -> String { Self.lines(of: structure(at: 0, isBrief: false), indent: "") }

  private static func lines(of node: StructureNode, indent: String) -> String {
    let detail = node.detail.isEmpty ? "" : " " + node.detail
    return "\(indent)'\(node.name)' size=\(node.size)\(detail)\n"
      + node.children.map { lines(of: $0, indent: indent + "  ") }.joined()
  }
}
