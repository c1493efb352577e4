package import ByteCoding
import MediaCore

/// Finds where a box's fields and the boxes inside it lie, and prints what they say.
struct FieldPrinter: FieldCoder {
  /// Indicates whether zeros, which most fields hold, and empty lists are left out, and lists are cut earlier.
  fileprivate let isBrief: Bool
  fileprivate var position: Int
  fileprivate var detail: [String] = []
  fileprivate var children: [StructureNode] = []
  /// The values of the list's present element, or `nil` outside of a list.
  fileprivate var listed: [String]?
  private static let byteLimit = 64

  mutating func integer<Value: FixedWidthInteger>(
    _ name: StaticString, _ value: inout Value, bytes: Int, style: FieldStyle
  ) {
    position += bytes
    note(name, isZero: value == 0) { [value] in Self.text(value, bytes: bytes, style) }
  }

  mutating func bytes(_ name: StaticString, _ value: inout [UInt8], count: Int) {
    position += value.count
    note(name, isZero: value.allSatisfy { $0 == 0 }) { [value] in Self.text(value) }
  }

  mutating func rest(_ name: StaticString, _ value: inout [UInt8]) {
    if !value.isEmpty { bytes(name, &value, count: value.count) }
  }

  mutating func list<Element>(
    _ name: StaticString, _ elements: inout [Element], count: Int, elementBytes: Int, blank: Element,
    _ body: (inout Self, inout Element) -> Void
  ) {
    let limit = isBrief ? 8 : 12
    // A list may be part of another one's element.
    let outer = listed
    var texts: [String] = []
    for (index, element) in elements.enumerated() {
      listed = []
      var copy = element
      body(&self, &copy)
      if index < limit { texts.append((listed ?? []).joined(separator: ",")) }
    }
    listed = outer
    let more = elements.count <= limit ? "" : isBrief ? " … \(elements.count) in all" : " …"
    note(name, isZero: elements.isEmpty) { "[" + texts.joined(separator: " ") + more + "]" }
  }

  mutating func boxes(_ boxes: inout [any Box], in context: BoxContext) {
    for box in boxes {
      let child = box.structure(at: position, isBrief: isBrief)
      children.append(child)
      position += child.size
    }
  }

  // What cannot be written can still be looked at.
  mutating func fail(_ code: BoxError.Code, _ message: String) {}

  private mutating func note(_ name: StaticString, isZero: Bool, _ text: () -> String) {
    if listed != nil {
      listed?.append(text())
    } else if !isZero || !isBrief {
      detail.append("\(name)=\(text())")
    }
  }

  private static func text<Value: FixedWidthInteger>(_ value: Value, bytes: Int, _ style: FieldStyle) -> String {
    let bits = UInt64(truncatingIfNeeded: value)
    switch style {
    case .decimal: return "\(value)"
    case .hexadecimal: return "0x" + bits.digits(2 * bytes, radix: 16)
    case .fourCC: return "'\(FourCC(rawValue: UInt32(truncatingIfNeeded: bits)))'"
    case .fixed16: return "\(Double(Int64(value)) / 65536)"
    case .unsignedFixed16: return "\(Double(UInt32(truncatingIfNeeded: bits)) / 65536)"
    case .float64: return "\(Double(bitPattern: bits))"
    }
  }

  private static func text(_ bytes: [UInt8]) -> String {
    let isText = !bytes.isEmpty && bytes.allSatisfy { (0x20...0x7e).contains($0) }
    if isText { return "\"\(String(decoding: bytes, as: UTF8.self))\"" }
    let shown = bytes.prefix(byteLimit).map { $0.digits(2, radix: 16) }.joined()
    return "<\(shown)\(bytes.count > byteLimit ? "… \(bytes.count) bytes" : "")>"
  }
}

extension Box {
  /// The box and everything in it, with where each part lies; `offset` is where the box itself does.
  ///
  /// Long lists and long runs of bytes are cut, with their length given; if brief, earlier, and zeros are left out.
  package func structure(at offset: Int, isBrief: Bool = true) -> StructureNode {
    let header = (self as? UnknownBox)?.usesLargeSize == true ? 16 : 8
    var printer = FieldPrinter(isBrief: isBrief, position: offset + header)
    var copy = self
    copy.code(&printer)
    return StructureNode(
      type.description, offset: offset, size: printer.position - offset,
      detail: printer.detail.joined(separator: " "), children: printer.children)
  }
}
