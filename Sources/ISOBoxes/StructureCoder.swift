import ByteCoding

/// Finds where a box's fields and the boxes inside it lie, and what they say in short.
struct StructureCoder: FieldCoder {
  private var position: Int
  private var detail: [String] = []
  private var children: [StructureNode] = []
  private var isInList = false
  // The values of the list's present element, or nil for those beyond what is shown.
  private var listed: [String]?
  private static let listLimit = 8
  var isDecoding: Bool { false }
  var remaining: Int { 0 }
  let context = BoxContext.general

  private init(position: Int) { self.position = position }

  static func node(of box: some Box, at offset: Int) -> StructureNode {
    var coder = StructureCoder(position: offset + ((box as? UnknownBox)?.usesLargeSize == true ? 16 : 8))
    var copy = box
    copy.code(&coder)
    return StructureNode(
      box.type.description, offset: offset, size: coder.position - offset, detail: coder.detail.joined(separator: " "),
      children: coder.children)
  }

  mutating func integer<Value: FixedWidthInteger>(
    _ name: StaticString, _ value: inout Value, bytes: Int, style: FieldStyle
  ) {
    position += bytes
    // Zeros are what most fields hold, and say nothing.
    if isInList {
      listed?.append(FieldDumper.print(value, bytes: bytes, style))
    } else if value != 0 {
      note(name, FieldDumper.print(value, bytes: bytes, style))
    }
  }

  mutating func bytes(_ name: StaticString, _ value: inout [UInt8], count: Int) {
    position += value.count
    if isInList {
      listed?.append(FieldDumper.print(value))
    } else if value.contains(where: { $0 != 0 }) {
      note(name, FieldDumper.print(value))
    }
  }

  mutating func rest(_ name: StaticString, _ value: inout [UInt8]) { bytes(name, &value, count: value.count) }

  mutating func list<Element>(
    _ name: StaticString, _ elements: inout [Element], count: Int, elementBytes: Int, blank: Element,
    _ body: (inout Self, inout Element) -> Void
  ) {
    guard !elements.isEmpty else { return }
    var texts: [String] = []
    for (index, element) in elements.enumerated() {
      listed = index < Self.listLimit ? [] : nil
      isInList = true
      var copy = element
      body(&self, &copy)
      if let values = listed { texts.append(values.joined(separator: ",")) }
    }
    isInList = false
    let more = elements.count > Self.listLimit ? " … \(elements.count) in all" : ""
    note(name, "[" + texts.joined(separator: " ") + more + "]")
  }

  mutating func boxes(_ boxes: inout [any Box], in context: BoxContext) {
    for box in boxes {
      let child = Self.node(of: box, at: position)
      children.append(child)
      position += child.size
    }
  }

  mutating func fail(_ code: BoxError.Code, _ message: String) {}

  private mutating func note(_ name: StaticString, _ value: String) {
    detail.append(name.description.isEmpty ? value : "\(name)=\(value)")
  }
}
